export const hero = {
  title: 'Three plans, sized by how you hire.',
  lead: 'Start small and move up when the roles do. Tell us your volumes and we’ll quote for them.',
}

export interface Plan {
  name: string
  audience: string
  features: string[]
  /** How many threads its drawing shows: a bigger plan carries more. */
  threads: number
  isPopular?: boolean
}

export const price = 'Contact Us'
export const popular = 'Most Popular'

export const plans: Plan[] = [
  {
    name: 'Starter',
    audience: 'For a handful of live roles.',
    features: ['1–3 active roles', 'AI shortlisting', 'Basic outreach', 'Email support'],
    threads: 3,
  },
  {
    name: 'Growth',
    audience: 'For teams hiring all year.',
    features: ['Everything in Starter', 'WhatsApp assistant', 'Passive outreach', 'ATS integrations', 'Priority support'],
    threads: 6,
    isPopular: true,
  },
  {
    name: 'Scale',
    audience: 'For high volumes and custom models.',
    features: ['Everything in Growth', 'Custom scoring models', 'CRM refinement', 'Advanced analytics', 'Dedicated manager'],
    threads: 10,
  },
]

export const terms = [
  { name: 'Going live', text: 'Most clients are live within 48 hours.' },
  { name: 'Uptime', text: 'We aim for 99.5%.' },
  { name: 'Leaving', text: '30 days’ written notice. Fees are monthly, paid in advance.' },
]

export const closing = {
  title: 'Get a quote in one call.',
  text: 'We’ll ask how many roles you run, which tools you use and where time gets lost.',
}

/** What only screen readers say. */
export const spoken = { plans: 'Plans' }
