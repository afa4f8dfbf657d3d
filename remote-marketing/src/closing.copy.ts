/** How a page ends, unless it has something of its own to say. */
export const closing = {
  title: 'Bring us one open role.',
  text: 'We’ll talk through your brief, your tools and your volumes, and show you how the AI Recruiter would work it. Most clients are live within 48 hours.',
}
