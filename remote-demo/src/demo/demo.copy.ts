export const title = 'Talk to the AI\u00a0Recruiter.'
export const lead =
  'This is the voice your candidates would hear. Answer as if you had applied for a role, then ask it anything a candidate might ask.'
export const tips = ['Ask what the role pays', 'Ask to move your interview', 'Interrupt it mid-sentence']

export const voice = {
  ends: { you: 'You', ai: 'AI Recruiter' },
  idle: {
    heading: 'Your interview with the AI Recruiter',
    kicker: 'START HERE',
    label: 'Tap to Talk',
    status: 'Your browser will ask to use your microphone.',
  },
  connecting: {
    heading: 'Calling the AI Recruiter',
    kicker: 'CONNECTING',
    label: 'Please wait',
    status: 'Setting up your call.',
    stop: 'Cancel',
  },
  live: {
    heading: 'Live AI Recruiter',
    kicker: 'LIVE NOW',
    label: 'Speaking...',
    status: 'Listening to you...',
    turns: { speaking: 'AI is speaking...', listening: 'Listening to you...' },
    stop: 'End Interview',
  },
  problems: {
    'microphone-blocked': 'Your browser keeps the microphone from us. Allow it beside the address, then tap again.',
    'microphone-missing': 'We can’t find a microphone. Connect one, then tap again.',
    'microphone-busy': 'Another program holds your microphone. Close it there, then tap again.',
    busy: 'Every line is taken right now. Try again in a few minutes, or book a consultation.',
    network: 'The connection was lost. Check your network, then tap again.',
    provider: 'The voice service can’t take the call right now. Tap again later, or book a consultation.',
    slow: 'Setting up the call took too long. Tap to try again, or book a consultation.',
  },
  away: 'The live demo is away at the moment. Book a consultation and we’ll let you hear it.',
  needsScript: 'The live demo needs JavaScript. Book a consultation and we’ll let you hear it.',
  standIn: 'A stand-in speaks here: no voice provider is set up.',
}

interface Capability {
  art: 'slot' | 'grade' | 'bend' | 'branch' | 'plug' | 'wave'
  title: string
  text: string
}

export const capabilitiesTitle = 'What you’re hearing, and what it can do.'
export const capabilities: Capability[] = [
  { art: 'slot', title: 'Appointment setting', text: 'Agrees a time on the call and puts it in both calendars.' },
  { art: 'grade', title: 'Candidate grading', text: 'Scores answers against your brief and writes down why.' },
  { art: 'bend', title: 'Flexible and bespoke', text: 'Your questions, your tone of voice, your process.' },
  { art: 'branch', title: 'Multi-lingual support', text: 'Built for several languages. English is live now.' },
  { art: 'plug', title: 'Phone and website', text: 'Takes phone calls and runs as a chat widget on your site.' },
  { art: 'wave', title: 'Intelligent conversations', text: 'Follows up on what was said, and copes with interruptions.' },
]

export const cta = {
  title: 'Hear it ask your questions.',
  text: 'Book a consultation and we’ll talk through a set-up for one of your own roles.',
}
