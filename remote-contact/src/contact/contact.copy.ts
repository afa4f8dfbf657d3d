export const title = 'Tell us what you’re hiring for.'
export const lead = 'We reply to every message within 24 hours.'

export const form = {
  title: 'Contact enquiry',
  optional: 'optional',
  send: 'Send Message',
  sending: 'Sending Message...',
}

export const labels = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  hiringNeeds: 'Hiring needs',
  message: 'Message',
}

export const hiringNeedsHint = 'Choose the closest'
export const leaveEmpty = 'Leave this empty'

/** The privacy contact's address stands behind it. */
export const consent = (brand: string) =>
  `I agree to ${brand} processing my data for the purpose of responding to my enquiry. I can withdraw consent at any time by contacting `

/** Stands in the red box until the server writes the reason. */
export const reasonToCome = '…'
export const unreachable = 'We couldn’t reach our server. Please check your connection and try again.'
export const failedToast = (email: string) => ({
  title: 'Failed to send message',
  text: `Please try again or contact us directly at ${email}`,
})

export const sentToast = { title: 'Message sent successfully!', text: 'Our team will be in touch within 24 hours.' }
export const confirmation = {
  title: 'Message Sent Successfully!',
  text: 'Thank you. Our team will reply within 24 hours. If you’d rather pick a time now, book a consultation.',
  book: 'Book a Consultation Now',
}
