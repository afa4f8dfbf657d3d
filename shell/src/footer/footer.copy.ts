/** A link without a destination is a placeholder for a page to come. */
export interface FooterLink {
  name: string
  href?: string
}

export const quickLinks: FooterLink[] = [
  { name: 'Home', href: '/' },
  { name: 'How It Works', href: '/how-it-works' },
  { name: 'Solutions', href: '/solutions' },
  { name: 'Pricing', href: '/pricing' },
  { name: 'Case Studies', href: '/case-studies' },
]

export const resources: FooterLink[] = [
  { name: 'FAQs', href: '/faqs' },
  { name: 'About', href: '/about' },
  { name: 'Contact', href: '/contact' },
  { name: 'Blog' },
  { name: 'Help Centre' },
]

export const legalLinks: FooterLink[] = [
  { name: 'Privacy policy', href: '/privacy-policy' },
  { name: 'Terms and conditions', href: '/terms-conditions' },
]

export const taglineEnd = ', so teams hire faster and fairer.'
