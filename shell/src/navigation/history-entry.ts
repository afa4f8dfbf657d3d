// What belongs to an entry of the tab's history: how far it was scrolled, and by which link it was left. Kept for the
// session, so that it survives a reload.

interface Entry {
  scroll?: number
  /** The link in the page by which it was left: its address, and its place among the links with that address. */
  link?: { href: string; place: number } | undefined
}

const storageKey = 'history-entries'
let entries: Record<string, Entry> = {}
let shownKey = ''

/** Before the router starts: every entry gets a key of its own, also those that the browser makes for anchors. */
export function keepHistoryEntries(): void {
  entries = readEntries()
  giveKey()
  addEventListener('popstate', giveKey)
  // The browser restores the position when it loads a document; inside the document, we do.
  history.scrollRestoration = 'manual'
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    writeEntries()
  })
  addEventListener('scroll', () => currentKey() === shownKey && remember({ scroll: scrollY }), { passive: true })
}

/** From now on positions are those of the entry with this key. */
export function showEntry(key: string): void {
  shownKey = key
}

/** A link outside of the page, in the header say, is not remembered: it never goes away. */
export function rememberLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  const place = linksInPage(href).indexOf(link)
  remember({ link: place < 0 ? undefined : { href, place } })
}

/** The link by which the entry was left, if the page on screen has it. */
export function linkLeftBy(key: string): HTMLElement | undefined {
  const { link } = entryOf(key)
  return link && linksInPage(link.href)[link.place]
}

function linksInPage(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main a[href]')].filter((link) => link.getAttribute('href') === href)
}

export function entryOf(key: string): Entry {
  return entries[key] ?? {}
}

function remember(entry: Entry): void {
  entries[shownKey] = { ...entries[shownKey], ...entry }
}

const currentKey = () => history.state?.key as string | undefined

function giveKey(): void {
  if (!currentKey()) history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2, 10) }, '')
}

/** Storage may be forbidden, full or somebody else's: then positions live as long as the document. */
function readEntries(): Record<string, Entry> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

function writeEntries(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(entries).slice(-50))))
  } catch {
    // See readEntries.
  }
}
