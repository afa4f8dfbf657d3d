export interface NavigationItem {
  name: string
  href: string
  /** Said below the name in the dropdown. */
  text?: string
  items?: NavigationItem[]
}

const solutions: NavigationItem[] = [
  { name: 'AI Recruiter', href: '/solutions#ai-recruiter', text: 'Screens, ranks and books interviews' },
  { name: 'WhatsApp Assistant', href: '/solutions#whatsapp-assistant', text: 'Candidate FAQs, reschedules and tips' },
  { name: 'AI Outreach', href: '/solutions#ai-outreach', text: 'LinkedIn sequences for passive candidates' },
  { name: 'Career FAQ Chatbot', href: '/solutions#career-faq', text: 'Policy answers and lead capture' },
  { name: 'CRM Refinement', href: '/solutions#crm-refinement', text: 'Clean data, re-engaged silver medalists' },
]

export const navigation: NavigationItem[] = [
  { name: 'Home', href: '/' },
  { name: 'How It Works', href: '/how-it-works' },
  { name: 'Solutions', href: '/solutions', items: solutions },
  { name: 'Demo', href: '/demo' },
  { name: 'Pricing', href: '/pricing' },
  { name: 'Case Studies', href: '/case-studies' },
  { name: 'FAQs', href: '/faqs' },
  { name: 'About', href: '/about' },
  { name: 'Contact', href: '/contact' },
]
