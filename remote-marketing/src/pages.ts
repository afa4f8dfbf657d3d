import { definePages } from '@site/shared/contract'

export const pages = definePages([
  {
    path: '/',
    title: 'AI Recruiter for agencies, in-house teams and RPO',
    description:
      'An AI Recruiter that screens CVs, ranks candidates with a rationale and books interviews. Fill roles 30% faster.',
    component: './home/home.tsx',
  },
  {
    path: '/how-it-works',
    title: 'How It Works',
    description: 'Six steps from intake to learning: how the AI Recruiter screens, shortlists, contacts and books candidates.',
    component: './how-it-works/how-it-works.tsx',
  },
  {
    path: '/solutions',
    title: 'Solutions',
    description: 'The AI Recruiter, WhatsApp Assistant, AI Outreach, Career FAQ Chatbot and CRM Refinement: what each one does.',
    component: './solutions/solutions.tsx',
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description: 'Starter, Growth and Scale plans for the AI Recruiter, with monthly prices from £299, £699 and £1,299.',
    component: './pricing/pricing.tsx',
  },
  {
    path: '/case-studies',
    title: 'Case Studies',
    description: 'Results from a recruitment agency, an in-house team and an RPO provider using the AI Recruiter.',
    component: './case-studies/case-studies.tsx',
  },
  {
    path: '/faqs',
    title: 'FAQs',
    description: 'Answers on scoring, ATS integrations, bias, GDPR, languages, onboarding and return on investment.',
    component: './faqs/faqs.tsx',
  },
  {
    path: '/about',
    title: 'About',
    description: 'Our mission: democratise AI in hiring so teams hire faster and fairer.',
    component: './about/about.tsx',
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    description: 'What we collect when you write to us or try the live demo, why, and how to withdraw consent.',
    component: './legal/privacy-policy.tsx',
  },
  {
    path: '/terms-conditions',
    title: 'Terms and Conditions',
    description: 'Fees, notice periods, liability and governing law for the AI Recruiter service.',
    component: './legal/terms-conditions.tsx',
  },
])
