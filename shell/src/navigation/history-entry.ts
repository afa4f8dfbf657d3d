// What belongs to an entry of the tab's history: how far it was scrolled, and by which link it was left. Kept for the
// session, so that it survives a reload.

interface Entry {
  scroll?: number
  /** The how-manieth of the document's links it was. */
  link?: number
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

export function rememberLink(link: HTMLAnchorElement): void {
  remember({ link: [...document.links].indexOf(link) })
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
