import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['{shared,shell,remote-*,server}/**/*.test.ts'], passWithNoTests: false } })
