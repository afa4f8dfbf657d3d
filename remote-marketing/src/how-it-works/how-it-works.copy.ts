export const hero = {
  title: 'Six steps, and you can see inside each one.',
  lead: 'From the first CV to the lesson learned after the hire. Here is what the AI Recruiter does, in the order it does it.',
}

interface Stage {
  name: string
  text: string
}

export const steps: Stage[] = [
  { name: 'Intake', text: 'Connect your ATS, or upload CVs if you don’t have one.' },
  {
    name: 'Screening',
    text: 'CVs are parsed, AI interviews held and skills scored. Silver medalists are flagged for later roles.',
  },
  { name: 'Shortlist', text: 'You get ranked candidates, each with the rationale behind their place.' },
  { name: 'Outreach', text: 'Shortlisted people hear from you by email, WhatsApp and LinkedIn.' },
  { name: 'Scheduling', text: 'Interviews book themselves and calendars sync on both sides.' },
  { name: 'Learning', text: 'Feedback on who you hired, and why, improves the next shortlist.' },
]

export const engine: { title: string; stages: Stage[]; demo: string } = {
  title: 'AI Processing Engine',
  stages: [
    { name: 'Parse', text: 'Reads each CV into skills, roles and dates' },
    { name: 'Interview', text: 'Asks for what the CV leaves out' },
    { name: 'Score', text: 'Measures evidence against your brief' },
    { name: 'Rank', text: 'Orders candidates and writes the rationale' },
    { name: 'Learn', text: 'Adjusts to your hiring feedback' },
  ],
  demo: 'See it in action',
}

export const closingTitle = 'See your own roles go through it.'

/** What only screen readers say. */
export const spoken = { steps: 'The six steps' }
