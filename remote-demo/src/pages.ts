import { definePages } from '@site/shared/contract'

export const pages = definePages([
  {
    path: '/demo',
    title: 'Live Demo',
    description: 'Have a live voice conversation with the AI Recruiter in your browser.',
    component: './demo/demo.tsx',
  },
])
