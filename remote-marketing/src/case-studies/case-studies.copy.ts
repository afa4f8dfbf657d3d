import type { MarkedText } from '../marked-text.tsx'

export const hero = {
  title: 'Less waiting, measured.',
  lead: 'An agency, an in-house team and an RPO provider. Same AI Recruiter, three different bottlenecks.',
}

export interface Metric {
  figure: string
  text: string
  /** Lengths of the two bars in percent of the longer one; a metric without bars is about the hours of a day. */
  bars?: { before: number; after: number; label: string }
}

export interface CaseStudy {
  client: string
  kind: string
  quote: MarkedText
  metrics: Metric[]
}

export const cases: CaseStudy[] = [
  {
    client: 'Agency A',
    kind: 'Recruitment agency',
    quote: ['“Reading used to eat our mornings. Now the day starts with a ranked list and a ', 'reason beside each name.', '”'],
    metrics: [
      {
        figure: '65%',
        text: 'reduction in shortlist time',
        bars: { before: 100, after: 35, label: 'Shortlist time falls to 35% of what it was' },
      },
      {
        figure: '58%',
        text: 'increase in response rates',
        bars: { before: 63.3, after: 100, label: 'Response rate rises by 58%' },
      },
    ],
  },
  {
    client: 'In-House B',
    kind: 'In-house hiring team',
    quote: ['“Engineers drop out when you go quiet. ', 'We stopped going quiet.', '”'],
    metrics: [
      {
        figure: '31%',
        text: 'faster time-to-hire for engineers',
        bars: { before: 100, after: 69, label: 'Time-to-hire falls to 69% of what it was' },
      },
      {
        figure: '2.5x',
        text: 'more qualified candidates',
        bars: { before: 40, after: 100, label: 'Two and a half times as many qualified candidates' },
      },
    ],
  },
  {
    client: 'RPO C',
    kind: 'RPO provider',
    quote: ['“Interviews get booked at eleven at night and on Sundays. ', 'Nobody on the team has to be awake.', '”'],
    metrics: [
      {
        figure: '42%',
        text: 'more interviews scheduled',
        bars: { before: 70.4, after: 100, label: 'Interviews rise by 42%' },
      },
      { figure: '24/7', text: 'automated hiring coverage' },
    ],
  },
]

export const scale = {
  before: 'Before',
  after: 'After',
  note: 'Bars are drawn to scale.',
  hours: 'One mark per hour. Blue is outside office hours.',
}

export const closingTitle = 'Where does your process wait?'

/** What only screen readers say. */
export const spoken = { cases: 'Case studies' }
