import type { MarkedText } from '../marked-text.tsx'

export const hero = {
  title: 'Faster hiring that shows its working.',
  lead: (brand: string) =>
    `${brand}’s AI Recruiter reads every CV, ranks every candidate with a reason you can check, and books the interviews. Fill roles 30% faster.`,
  demo: 'Try the demo',
  benefits: [
    { title: 'Auto-shortlisting', text: 'Every CV graded against your brief, then ranked with its rationale.' },
    { title: 'Instant candidate engagement', text: 'Replies by email, WhatsApp and LinkedIn while interest is fresh.' },
    { title: 'Automatic interview booking', text: 'Slots offered, accepted and synced to your team’s calendars.' },
  ],
}

interface Shortlisted {
  name: string
  state: 'booked' | 'replied' | 'shortlisted'
  status: string
  score: number
}

export const shortlist: { role: string; note: string; candidates: Shortlisted[] } = {
  role: 'Senior Data Engineer',
  note: 'Sample shortlist',
  candidates: [
    { name: 'Amara Osei', state: 'booked', status: 'Interview booked, Tue 10:30', score: 92 },
    { name: 'Tom Whitlock', state: 'replied', status: 'Replied on WhatsApp', score: 88 },
    { name: 'Priya Nair', state: 'shortlisted', status: 'Shortlisted, 4 reasons', score: 86 },
  ],
}

export const flow = {
  title: 'From job board to sign-on, on one line.',
  text: 'The AI Recruiter carries the work from step to step. Your team makes the decisions.',
  jobBoard: {
    title: 'Job Board',
    text: 'Applications arrive from your job posts, your ATS or the CVs you upload.',
  },
  screening: {
    title: 'AI Processing + Screening',
    text: 'Every CV is parsed and its skills scored. An AI interview asks what the CV left out.',
    demo: 'Try Demo',
  },
  profile: { title: 'Candidate Profile', text: 'One score, with the evidence behind it.' },
  nextSteps: {
    title: 'Next Steps',
    meeting: 'Interview or phone call',
    assessment: 'Assessment',
    optional: 'optional',
    signOn: 'Sign-on',
  },
  trainer: {
    label: 'After Onboarding',
    button: 'AI Trainer',
    text: 'Hiring results feed back into screening, so the next shortlist starts sharper.',
  },
}

interface Reason {
  skill: string
  score: number
  /** A plain sentence where the evidence is thin: nothing to mark. */
  evidence: MarkedText | string
}

export const candidate: { label: string; name: string; role: string; score: number; reasons: Reason[] } = {
  label: 'Scored & Ranked',
  name: 'Amara Osei',
  role: 'Senior Data Engineer, London',
  score: 92,
  reasons: [
    { skill: 'Data pipelines', score: 96, evidence: ['CV: ', 'six years building ETL', ' for payments'] },
    { skill: 'SQL and Python', score: 94, evidence: ['CV: ', 'rewrote billing models', ' in both'] },
    { skill: 'Explaining trade-offs', score: 93, evidence: ['AI interview: ', 'clear, with examples'] },
    { skill: 'Leading a team', score: 85, evidence: 'Only one year shown. Ask about it.' },
  ],
}

export const problem = {
  title: 'Good candidates don’t wait in a queue.',
  text: [
    'Every open role brings a stack of CVs, a week of phone tag and a calendar nobody can agree on. Meanwhile the person you wanted says yes to someone else.',
    'The work isn’t hard. There is too much of it, and it is rarely done the same way twice.',
  ],
  companies: { share: 87, text: 'of companies use AI in recruitment' },
  timeToHire: {
    claim: 'Time-to-hire can drop by 30%',
    before: 'Hiring by hand',
    after: 'With an AI Recruiter',
    saved: '30% less',
    scale: 'Lines drawn to scale.',
  },
}

export type BenefitSubject = 'time' | 'quality' | 'scale' | 'engagement'

export const benefits: { title: string; cards: { subject: BenefitSubject; title: string; text: string }[] } = {
  title: 'What changes when the reading is already done.',
  cards: [
    {
      subject: 'time',
      title: 'Faster time-to-hire',
      text: 'Roles fill 30% faster when screening, outreach and booking stop waiting for a free hour.',
    },
    {
      subject: 'quality',
      title: 'Higher quality candidates',
      text: 'Everyone is measured on the same skills, so strong people don’t slip past a tired reader.',
    },
    {
      subject: 'scale',
      title: 'Scale without overhead',
      text: 'Run one role or many at once. The AI Recruiter works them side by side, day and night.',
    },
    {
      subject: 'engagement',
      title: 'Instant engagement',
      text: 'Candidates hear back at once, on the channel they used, while they’re still interested.',
    },
  ],
}

export const testimonial: { quote: MarkedText; company: string; kind: string } = {
  quote: [
    '“We used to defend our shortlists from memory. Now ',
    'every name arrives with its reasons,',
    ' and the hiring manager reads those first.”',
  ],
  company: 'Agency A',
  kind: 'Recruitment agency',
}

/** What only screen readers say. */
export const spoken = {
  shortlistScore: (score: number) => `Score ${score} out of 100`,
  candidate: 'Sample candidate profile',
  candidateScore: (score: number) => `Sample score: ${score}%`,
  reasons: 'Why this score',
  testimonial: 'Client testimonial',
}
