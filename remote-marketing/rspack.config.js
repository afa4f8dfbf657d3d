import { defineRemote } from '../rspack.base.js'
import { pages } from './src/pages.ts'

export default defineRemote({ name: 'marketing', dir: import.meta.dirname, pages })
