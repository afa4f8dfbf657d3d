import type { Composition } from '@site/shared/composition'
import { startSite } from './start.tsx'

const inlined = document.getElementById('composition')?.textContent
if (inlined) startSite(JSON.parse(inlined) as Composition)
else console.error('This document names no composition: it was not published by the site server.')
