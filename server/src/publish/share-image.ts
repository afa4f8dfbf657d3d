// The picture of a page where its address is shared: 1200×630, light theme, brand, heading and the site's key drawing.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SiteConfig } from '@site/shared/site-config'
import { drawThreads, heroPlan, type Thread } from '@site/shared/threads'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import satori, { type Font } from 'satori'

export const shareImageSize = { width: 1200, height: 630 }

/** Of the light theme in shared/styles/tokens.css; the test compares. */
export const colours = {
  field: '#fdece4',
  heading: '#111a47',
  muted: '#4a5588',
  threads: ['#1d43cc', '#e9503a', '#e69a13', '#188371', '#111a47', '#d5708a'],
}

interface SharedPage {
  path: string
  /** Its h1. */
  heading: string
}

/**
 * Draws the picture. Same input, same picture; every path gives its own tangle.
 * @param icon the site's icon, as the text of an SVG file.
 * @returns an SVG without fonts: all text is paths.
 */
export function drawShareImage({ path, heading }: SharedPage, site: SiteConfig, icon: string | undefined): Promise<string> {
  const art = h('img', {
    src: dataUrl(drawArt(seedOf(path))),
    ...shareImageSize,
    style: { position: 'absolute', top: 0, left: 0 },
  })
  const logo = icon && h('img', { src: dataUrl(icon), width: 60, height: 60 })
  const brand = h('div', { style: { ...heads, fontSize: 42, marginLeft: 18, flexGrow: 1 } }, site.brand)
  const address = h('div', { style: { fontSize: 26, color: colours.muted } }, new URL(site.url).host)
  const title = h('div', { style: { ...heads, ...titleStyle, fontSize: heading.length > 44 ? 60 : 84 } }, heading)
  const ground: CSSProperties = {
    ...column,
    ...shareImageSize,
    background: colours.field,
    padding: '48px 64px',
    boxSizing: 'border-box',
  }
  const node = h('div', { style: ground }, art, h('div', { style: row }, logo, brand, address), title)
  return satori(node as ReactNode, { ...shareImageSize, fonts })
}

const row: CSSProperties = { display: 'flex', alignItems: 'center' }
const column: CSSProperties = { display: 'flex', flexDirection: 'column', fontFamily: 'Instrument Sans' }
const heads: CSSProperties = { fontFamily: 'Besley', color: colours.heading, letterSpacing: '-0.034em' }
const titleStyle: CSSProperties = { lineHeight: 1.06, marginTop: 46, maxWidth: 1040, textWrap: 'balance' }

const fonts: Font[] = [
  { name: 'Besley', weight: 500, data: readFont('besley/files/besley-latin-500-normal.woff') },
  { name: 'Instrument Sans', weight: 400, data: readFont('instrument-sans/files/instrument-sans-latin-400-normal.woff') },
]

/** The hero of the home page at a fixed place: many threads, one ring, three that go on. */
function drawArt(seed: number): string {
  const { shortlisted, others } = drawThreads({
    ...heroPlan,
    seed,
    approach: { ...heroPlan.approach, leadIn: 760 },
    shortlist: { rows: [66, 148, 230], end: 378 },
    others: { row: (index) => 330 + index * 2.6, end: 1400, stagger: 0 },
  })
  const stroke = ({ path, colour }: Thread) => `<path d="${path}" stroke="${colours.threads[colour]}"/>`
  const node = ({ end: [x, y], colour }: Thread) =>
    `<circle cx="${x}" cy="${y}" r="7" fill="${colours.field}" stroke="${colours.threads[colour]}"/>`
  const half = (sweep: 0 | 1) => `<path d="M0 111A34 104 0 0 ${sweep} 0 319" stroke="${colours.heading}" stroke-width="14"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><g fill="none" transform="translate(830 350) scale(.65)">`,
    `${half(1)}<g stroke-width="2.2">${others.map(stroke).join('')}</g>`,
    `<g stroke-width="4.6">${shortlisted.map(stroke).join('')}</g>${half(0)}`,
    `<g stroke-width="4">${shortlisted.map(node).join('')}</g></g></svg>`,
  ].join('')
}

function seedOf(path: string): number {
  return [...path].reduce((seed, character) => seed * 31 + character.charCodeAt(0), 7)
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function readFont(file: string): Buffer {
  return fs.readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))
}
