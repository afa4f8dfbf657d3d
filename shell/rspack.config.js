import { defineShell } from '../rspack.base.js'

export default defineShell({ dir: import.meta.dirname })
