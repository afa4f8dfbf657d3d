import { defineRemote } from '../rspack.base.js'
import { pages } from './src/pages.ts'

// The voice SDK, which runs in a frame of its own: src/call/call-frame.ts
const scripts = { 'call-frame': './src/call/frame-script.ts' }

export default defineRemote({ name: 'demo', dir: import.meta.dirname, pages, scripts })
