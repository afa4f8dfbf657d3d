// What a reload of the tab must not lose. Where the browser keeps nothing, it lasts as long as the document.
const kept = new Map<string, unknown>()

/** What was stored under this name. It was written by this file, or by a visitor with developer tools. */
export function readStored<T>(name: string): T | undefined {
  if (!kept.has(name)) {
    try {
      kept.set(name, JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined)
    } catch {
      kept.set(name, undefined)
    }
  }
  return kept.get(name) as T | undefined
}

/** Stores a value that JSON can hold; nothing takes it away. */
export function store(name: string, value: unknown): void {
  kept.set(name, value)
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden; the document remembers.
  }
}
