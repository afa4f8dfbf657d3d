export const hero = {
  title: 'Democratise AI in hiring so teams hire faster and fairer.',
  lead: 'Good screening shouldn’t depend on the size of your team. We build an AI Recruiter that a two-person agency can use as well as an RPO provider can.',
}

export const values = {
  title: 'Four things we hold to.',
  list: [
    { name: 'Accuracy', text: 'A score is only useful if you can check it. Ours come with their evidence.' },
    { name: 'Speed', text: 'Waiting costs you candidates. We take the waiting out, not the thinking.' },
    { name: 'Fairness', text: 'Same role, same criteria, for everyone who applies.' },
    { name: 'Privacy', text: 'People trust us with their working lives. We hold only what the job needs.' },
  ],
}

export const closing = {
  title: 'Meet the people behind it.',
  text: 'Bring your questions about accuracy, bias or data. You’ll get straight answers.',
  label: 'Speak to a Specialist',
}
