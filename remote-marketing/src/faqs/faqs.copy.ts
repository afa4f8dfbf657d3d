export const hero = {
  title: 'Straight answers.',
  lead: 'Nine things people ask before they let software near their hiring.',
}

export const questions = [
  {
    question: 'How does the scoring system work?',
    answer:
      'Each CV is parsed and compared with the skills in your brief, and an AI interview adds evidence the CV left out. The result is a score with its reasons beside it, so you can see what raised it and what held it back.',
  },
  {
    question: 'Which ATS platforms do you integrate with?',
    answer:
      'We connect to applicant tracking systems so stages and notes stay in sync. ATS integrations come with the Growth and Scale plans. No ATS? Upload CVs instead.',
  },
  {
    question: 'How do you contact candidates?',
    answer: 'By email, WhatsApp and LinkedIn. The AI Recruiter also works by phone and through a chat widget on your website.',
  },
  {
    question: 'How do you deal with bias?',
    answer:
      'Every candidate for a role is measured on the same skills, and every score carries a rationale that a person can question. The AI Recruiter recommends. Your team decides.',
  },
  {
    question: 'Is it GDPR compliant?',
    answer:
      'We process personal data under UK GDPR and only for the purpose it was given. Our privacy policy explains what we hold, why, and how to withdraw consent.',
  },
  {
    question: 'Can we edit the message templates?',
    answer: 'Yes. Outreach, reminders and interview tips can all carry your own wording and tone of voice.',
  },
  {
    question: 'Which languages do you support?',
    answer: 'English now. The AI Recruiter is built to support several languages, so tell us which ones you need.',
  },
  { question: 'How long does onboarding take?', answer: 'Most clients are live within 48 hours.' },
  {
    question: 'What return can we expect?',
    answer: 'Clients see a 30–65% reduction in time-to-hire and a 40–60% increase in response rates.',
  },
]

export const help = {
  title: 'Something we haven’t covered?',
  text: 'Ask us. We’ll reply within 24 hours.',
  contact: 'Send a message',
}

/** What only screen readers say. */
export const spoken = { questions: 'Frequently asked questions' }
