// A remote that nobody wrote: as many pages as one likes, each a module of its own with a headline, sections of text and
// links to its neighbours, as a remote of articles or job families has.
import fs from 'node:fs/promises'
import path from 'node:path'
import { buildIn } from './variant.ts'

/**
 * Writes and builds it.
 * @param root folder for the remotes.
 * @param number from 0; it is in the remote's name and in the addresses of its pages, as in /area-7/page-12.
 * @returns where its release.json lies.
 */
export async function buildGeneratedRemote(root: string, number: number, pages: number): Promise<string> {
  const folder = `remote-area-${number}`
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: folder, version: '1.0.0', type: 'module', private: true }),
    'rspack.config.js': config(number),
    'src/pages.ts': pagesModule(number, pages),
    'src/article.module.css': styles,
    'src/article.tsx': article,
  }
  for (let page = 0; page < pages; page++) files[`src/page-${page}.tsx`] = pageModule(number, page, pages)
  for (const [file, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(root, folder, file)), { recursive: true })
    await fs.writeFile(path.join(root, folder, file), text)
  }
  return buildIn(root, folder, 'production')
}

export const pagePath = (number: number, page: number) => `/area-${number}/page-${page}`

const config = (number: number) => `import { defineRemote } from '../rspack.base.js'
import { pages } from './src/pages.ts'

export default defineRemote({ name: 'area-${number}', dir: import.meta.dirname, pages })
`

function pagesModule(number: number, count: number): string {
  const pages = Array.from({ length: count }, (_, page) => ({
    path: pagePath(number, page),
    title: headline(number, page),
    description: sentences(number * 7919 + page, 2),
    component: `./page-${page}.tsx`,
  }))
  return `import { definePages } from '@site/shared/contract'\nexport const pages = definePages(${JSON.stringify(pages)})\n`
}

function pageModule(number: number, page: number, pages: number): string {
  const sections = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 1_000_003 + page * 101 + index
    return { title: sentences(seed, 1, 4), text: [sentences(seed + 11, 3), sentences(seed + 23, 3)] }
  })
  const links = [1, 2, 3].map((step) => (page + step) % pages).map((next) => [pagePath(number, next), headline(number, next)])
  const props = { title: headline(number, page), sections, links }
  return `import { Article } from './article.tsx'\nexport default () => <Article {...${JSON.stringify(props)}} />\n`
}

const article = `import * as styles from './article.module.css'
interface Props { title: string; sections: { title: string; text: string[] }[]; links: string[][] }
export function Article({ title, sections, links }: Props) {
  return (
    <div className="container">
      <h1 className={styles.title}>{title}</h1>
      {sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2>{section.title}</h2>
          {section.text.map((text) => <p key={text}>{text}</p>)}
        </section>
      ))}
      <ul className={styles.links}>{links.map(([href, text]) => <li key={href}><a href={href}>{text}</a></li>)}</ul>
    </div>
  )
}
`

const styles = `.title { margin-block: 4rem 1rem; }
.section { max-width: 60ch; margin-block: 2rem; }
.links { display: flex; gap: 1rem; margin-block: 2rem; }
`

const words =
  'agency candidate role shortlist interview rationale week team hire brief score notice offer salary skill market region client voice call screen note calendar visa licence shift site manager nurse engineer driver teacher analyst buyer planner contract permanent remote local early late first second final fair clear quick careful open closed ready known likely rare'.split(
    ' ',
  )

const headline = (number: number, page: number) => `Area ${number}, page ${page}: ${sentences(number * 31 + page, 1, 3)}`

/** The same for the same seed. */
function sentences(seed: number, count: number, length = 14): string {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return words[(state >>> 16) % words.length] ?? ''
  }
  const sentence = () => {
    const text = Array.from({ length }, next).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  return Array.from({ length: count }, sentence).join(' ')
}
