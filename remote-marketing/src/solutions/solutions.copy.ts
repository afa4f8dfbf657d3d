export const hero = {
  titleLines: ['One AI Recruiter.', 'Four specialists behind\u00a0it.'],
  lead: 'Start with the AI Recruiter. Add the assistants that fit the way you hire.',
}

interface Detail {
  name: string
  text: string
}

interface Recruiter {
  id: string
  name: string
  lead: string
  capabilitiesTitle: string
  capabilities: Detail[]
  features: Detail[]
}

export const recruiter: Recruiter = {
  id: 'ai-recruiter',
  name: 'AI Recruiter',
  lead: 'Screens CVs and grades candidates, then shortlists and ranks them with a rationale you can read, question and share.',
  capabilitiesTitle: 'Key capabilities',
  capabilities: [
    { name: '24/7 automated response', text: 'Applicants hear back at any hour, on any day.' },
    { name: 'Scalable across roles', text: 'One role or many, worked side by side.' },
    { name: 'Intelligent skill matching', text: 'Compares evidence with your brief, skill by skill.' },
    { name: 'Multi-channel outreach', text: 'Email, WhatsApp and LinkedIn from one place.' },
  ],
  features: [
    { name: 'CV parsing and scoring', text: 'Every CV read in full and graded on the same criteria.' },
    { name: 'Automated messaging', text: 'Updates, questions and reminders sent on time.' },
    { name: 'Calendar scheduling', text: 'Slots offered, booked and kept in sync.' },
    { name: 'ATS sync and analytics', text: 'Stages and notes stay in your ATS, with reporting on top.' },
  ],
}

/** A CV of which only the evidence can be read; `linesBelow` are the widths, in percent, of the lines that can't. */
interface SampleCv {
  name: string
  role: string
  linesBelow: number[]
  claims: { text: string; score: number; skill: string; isWeak?: boolean; linesBelow: number[] }[]
  score: number
  verdict: string[]
}

export const sampleCv: SampleCv = {
  name: 'Amara Osei',
  role: 'Senior Data Engineer',
  linesBelow: [92, 78],
  claims: [
    { text: 'Six years building ETL pipelines', score: 96, skill: 'Data pipelines', linesBelow: [96, 88, 54] },
    { text: 'Rewrote billing in SQL and Python', score: 94, skill: 'SQL and Python', linesBelow: [90, 97, 70] },
    { text: 'Mentored one junior engineer', score: 85, skill: 'Leading a team', isWeak: true, linesBelow: [84, 62] },
  ],
  score: 92,
  verdict: ['Ranked 1st,', 'with reasons'],
}

export type SpecialistId = 'whatsapp-assistant' | 'ai-outreach' | 'career-faq' | 'crm-refinement'

export interface Specialist {
  id: SpecialistId
  name: string
  text: string
  points: string[]
}

export const specialists: Specialist[] = [
  {
    id: 'whatsapp-assistant',
    name: 'WhatsApp Assistant',
    text: 'Answers candidates where they already talk.',
    points: ['Candidate FAQs', 'Reschedules', 'Interview tips'],
  },
  {
    id: 'ai-outreach',
    name: 'AI Outreach',
    text: 'LinkedIn sequences that give passive candidates a reason to reply.',
    points: ['Passive candidates', 'LinkedIn sequences'],
  },
  {
    id: 'career-faq',
    name: 'Career FAQ Chatbot',
    text: 'Policy and process answers on your website, with lead capture built in.',
    points: ['Policy answers', 'Process answers', 'Lead capture'],
  },
  {
    id: 'crm-refinement',
    name: 'CRM Refinement',
    text: 'Cleans the data you already hold and re-engages your silver medalists.',
    points: ['Data cleaning', 'Silver medalists'],
  },
]

/** What the drawings of the four cards say. */
export const scenes = {
  chat: [
    { from: 'candidate', text: 'Can I move Thursday’s interview?' },
    { from: 'assistant', text: 'Of course. Friday 10:00 or 14:30?' },
    { from: 'candidate', text: '14:30 please' },
    { from: 'assistant', text: 'Booked. I’ll send interview tips.' },
  ],
  sequence: [
    { day: 'Day 1', text: 'Connection note' },
    { day: 'Day 4', text: 'Why this role, why you' },
    { day: 'Day 6', text: '“Happy to talk. When?”', isReply: true },
  ],
  chatbot: {
    question: 'How many interview stages are there?',
    answer: 'Two: a short call, then a meeting with the team. Shall I keep you posted on new roles?',
    field: 'Your email',
    button: 'Keep me posted',
  },
  records: {
    before: [
      { name: 'Whitlock, T.', fault: 'no phone' },
      { name: 'tom whitlock', fault: 'duplicate' },
      { name: 'T Whitlock (old)', fault: 'duplicate' },
    ],
    after: { name: 'Tom Whitlock', gain: 'Silver medalist, re-engaged' },
  },
}

export const closing = {
  title: 'Not sure where to start?',
  text: 'Tell us how you hire today. We’ll suggest the smallest set-up that would help.',
}

/** What only screen readers say. */
export const spoken = {
  sampleCv: 'A sample CV with the evidence for each score marked',
  score: (score: number) => `Score ${score}%`,
  stops: 'Solutions on this page',
  specialists: 'More solutions',
}
