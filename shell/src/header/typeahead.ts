const resetAfter = 1000

/**
 * Finds an entry of a menu by typing the start of its name. What was typed is forgotten after 1 s without a key.
 * @returns a function of key and current index (-1 for none) that gives the index to go to, or undefined.
 */
export function createTypeahead(names: string[], now: () => number = () => performance.now()) {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return (key: string, current: number): number | undefined => {
    if (now() - lastAt >= resetAfter) typed = ''
    if (key.length !== 1 || (key === ' ' && typed === '')) return undefined
    lastAt = now()
    typed += key.toLowerCase()
    // The same letter again and again walks through the names that start with it.
    const sameLetter = [...typed].every((letter) => letter === typed[0])
    const wanted = sameLetter ? typed.slice(0, 1) : typed
    const from = sameLetter ? current + 1 : Math.max(current, 0)
    const order = names.map((_, index) => (from + index) % names.length)
    return order.find((index) => names[index]?.toLowerCase().startsWith(wanted))
  }
}
