#!/usr/bin/env node
// The command `site`, in plain JavaScript: an old Node.js is told so before it meets TypeScript.
import './require-node.js'

void import('./src/site.ts').then(({ runInShell }) => runInShell())
