import { definePages } from '@site/shared/contract'

export const pages = definePages([
  {
    path: '/contact',
    title: 'Contact',
    description: 'Send an enquiry or book a consultation. We reply within 24 hours.',
    component: './contact/contact.tsx',
  },
])
