// What the specification (sections 2 and 9, with the offer of section 1) says about the nine pages of remote-marketing.

import type { Facts, Item, Words } from './expect-facts.ts'

export interface PageFacts extends Facts {
  path: string
  /** In front of the brand. */
  title: RegExp
  description?: RegExp
  /** How often words stand in the page. */
  counts?: [Words, number][]
}

const named = (...names: Words[]): Item[] => names.map((name) => ({ name }))

export const anchors = ['ai-recruiter', 'whatsapp-assistant', 'ai-outreach', 'career-faq', 'crm-refinement']

export const questions: { about: string; question: RegExp; answer: RegExp }[] = [
  { about: 'scoring system', question: /scoring system/i, answer: /score/i },
  { about: 'ATS integrations', question: /ATS .*integrat/i, answer: /integrations/i },
  { about: 'candidate outreach', question: /(contact|reach|outreach).*candidates/i, answer: /email, WhatsApp and LinkedIn/i },
  { about: 'bias', question: /bias/i, answer: /\w{4}/ },
  { about: 'GDPR', question: /GDPR/, answer: /GDPR/ },
  { about: 'message templates', question: /message templates/i, answer: /\w{4}/ },
  { about: 'language support', question: /language/i, answer: /English now/i },
  { about: 'onboarding', question: /onboarding/i, answer: /most clients are live within 48 hours/i },
  {
    about: 'ROI',
    question: /ROI|return/,
    answer: /30[-–]65% reduction in time-to-hire.*40[-–]60% increase in response rates/i,
  },
]

const home: PageFacts = {
  path: '/',
  title: /AI Recruiter/,
  texts: ['fill roles 30% faster', 'time-to-hire can drop by 30%', 'After Onboarding'],
  shows: {
    'an AI Trainer button': 'button:has-text("AI Trainer")',
    'a problem statement': '[aria-labelledby="problem-title"] p',
    'a testimonial quote': 'blockquote',
    'the company that it is attributed to': 'figure:has(blockquote) figcaption',
    'a stat badge': 'figure:has([aria-label="87%"]):has-text("of companies use AI in recruitment")',
  },
  scores: ['87%'],
  consultation: 'Book a Consultation',
  lists: [
    named('auto-shortlisting', 'instant candidate engagement', 'automatic interview booking'),
    [
      { name: 'Job Board' },
      { name: /AI Processing (\+|plus) Screening/, links: { 'Try Demo': '/demo' } },
      { name: 'Candidate Profile', scores: ['92%'], texts: ['Scored & Ranked'] },
      {
        name: 'Next Steps',
        lists: [named('interview or phone call', /optional assessment|assessment.{0,2}optional/i, 'sign-on')],
      },
    ],
    named('faster time-to-hire', 'higher quality candidates', 'scale without overhead', 'instant engagement'),
  ],
}

const step = (number: number, name: string, ...texts: Words[]): Item => ({
  name,
  texts,
  shows: { 'its number': `:text-is("${number}")` },
})

const howItWorks: PageFacts = {
  path: '/how-it-works',
  title: /How It Works/,
  texts: ['AI Processing Engine'],
  shows: { 'five stages in the panel': ':is(aside, section):has(> :text("AI Processing Engine")) li:nth-child(5):last-child' },
  links: { 'See it in action': '/demo' },
  consultation: 'Book a Consultation',
  lists: [
    [
      step(1, 'Intake', /connect (an|your) ATS.* or upload CVs/i),
      step(
        2,
        'Screening',
        /CVs are parsed|parse CVs/i,
        'AI interviews',
        /skill scoring|skills scored/i,
        /silver medalists.*flag/i,
      ),
      step(3, 'Shortlist', /ranked candidates.*rationale/i),
      step(4, 'Outreach', /email, WhatsApp (and|,) LinkedIn/i),
      step(5, 'Scheduling', /auto-book|book themselves/i, /sync.*calendars|calendars sync/i),
      step(6, 'Learning', /hiring feedback|feedback on who you hired/i, /improve/i),
    ],
  ],
}

const solutions: PageFacts = {
  path: '/solutions',
  title: /Solutions/,
  texts: ['Key capabilities', /screens CVs and grades candidates, then shortlists and ranks them with a rationale/i],
  shows: {
    'the AI Recruiter feature block': '#ai-recruiter h2:text("AI Recruiter")',
    'four cards': 'article:nth-of-type(4):last-of-type',
    'WhatsApp Assistant': '#whatsapp-assistant h3:text("WhatsApp Assistant")',
    'candidate FAQs': '#whatsapp-assistant li:text("Candidate FAQs")',
    reschedules: '#whatsapp-assistant li:text("Reschedules")',
    'interview tips': '#whatsapp-assistant li:text("Interview tips")',
    'AI Outreach': '#ai-outreach h3:text("AI Outreach")',
    'LinkedIn sequences for passive candidates': '#ai-outreach p:text("LinkedIn sequences"):text("passive candidates")',
    'Career FAQ Chatbot': '#career-faq h3:text("Career FAQ Chatbot")',
    'policy and process answers': '#career-faq p:text("policy and process answers")',
    'lead capture': '#career-faq p:text("lead capture")',
    'CRM Refinement': '#crm-refinement h3:text("CRM Refinement")',
    'data cleaning': '#crm-refinement li:text("Data cleaning")',
    're-engaging silver medalists': '#crm-refinement p:text("re-engages your silver medalists")',
    'a closing call to action': 'section:last-of-type h2 ~ a[target="_blank"]',
  },
  consultation: 'Book a Consultation',
  lists: [
    named('24/7 automated response', 'scalable across roles', 'intelligent skill matching', 'multi-channel outreach'),
    named('CV parsing and scoring', 'automated messaging', 'calendar scheduling', 'ATS sync and analytics'),
  ],
}

const pricing: PageFacts = {
  path: '/pricing',
  title: /Pricing/,
  description: /month.*£299, £699 and £1,299/,
  counts: [
    ['Contact Us', 3],
    ['Most Popular', 1],
    [/£/, 0],
  ],
  lists: [
    [
      {
        name: 'Starter',
        texts: [/^Contact Us$/],
        consultation: 'Book a Consultation',
        lists: [named('1-3 active roles', 'AI shortlisting', 'basic outreach', 'email support')],
      },
      {
        name: 'Growth',
        texts: [/^Contact Us$/, 'Most Popular'],
        consultation: 'Book a Consultation',
        lists: [named('everything in Starter', 'WhatsApp assistant', 'passive outreach', 'ATS integrations', 'priority support')],
      },
      {
        name: 'Scale',
        texts: [/^Contact Us$/],
        consultation: 'Book a Consultation',
        lists: [
          named('everything in Growth', 'custom scoring models', 'CRM refinement', 'advanced analytics', 'dedicated manager'),
        ],
      },
    ],
  ],
}

const caseCard = (name: string, ...results: [figure: string, text: string][]): Item => ({
  name,
  shows: {
    'a testimonial': 'blockquote',
    ...Object.fromEntries(results.map(([figure, text]) => [text, `div:has(> :text-is("${figure}")) > :text("${text}")`])),
  },
  consultation: 'Book a Consultation',
})

const caseStudies: PageFacts = {
  path: '/case-studies',
  title: /Case Studies/,
  lists: [
    [
      caseCard('Agency A', ['65%', 'reduction in shortlist time'], ['58%', 'increase in response rates']),
      caseCard('In-House B', ['31%', 'faster time-to-hire for engineers'], ['2.5x', 'more qualified candidates']),
      caseCard('RPO C', ['42%', 'more interviews scheduled'], ['24/7', 'automated hiring coverage']),
    ],
  ],
}

const faqs: PageFacts = {
  path: '/faqs',
  title: /FAQs/,
  shows: {
    ...Object.fromEntries(questions.map(({ about }, index) => [about, `details:nth-of-type(${index + 1}) summary`])),
    'no tenth question': 'details:nth-of-type(9):last-of-type',
    'a consultation button at its end': 'section:has(details) ~ section a:has-text("Book a Consultation")',
  },
  consultation: 'Book a Consultation',
}

const about: PageFacts = {
  path: '/about',
  title: /About/,
  texts: ['Democratise AI in hiring so teams hire faster and fairer'],
  consultation: 'Speak to a Specialist',
  lists: [named('Accuracy', 'Speed', 'Fairness', 'Privacy')],
}

const privacyPolicy: PageFacts = {
  path: '/privacy-policy',
  title: /Privacy Policy/,
  texts: ['Privacy policy', 'last updated', /withdraw consent/i],
}

const termsConditions: PageFacts = {
  path: '/terms-conditions',
  title: /Terms and Conditions/,
  texts: [
    'Terms and conditions',
    'last updated',
    /aim for 99\.5% uptime/i,
    /fees are monthly and paid in advance|monthly fees.*in advance/i,
    /change.*prices on 30 days[’'] notice|price changes on 30 days[’'] notice/i,
    /(end|terminat).* on 30 days[’'] written notice/i,
    /no refunds?.*prepaid time|not refund prepaid time/i,
    /liability is capped at .*previous 12 months/i,
    /English law/,
  ],
}

export const pages = [home, howItWorks, solutions, pricing, caseStudies, faqs, about, privacyPolicy, termsConditions]
