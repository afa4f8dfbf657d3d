// Text from elsewhere, made fit for a terminal.

/** What others wrote does not steer the terminal, nor turn the direction of reading. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** The same on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).trim()
}

/** JSON that a terminal may show: it escapes the lower control characters itself, here the upper ones are escaped too. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Rows as columns of equal width. */
export function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)), [])
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** '2026-11-21 12:48 UTC' */
export function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** '3.1 s' of milliseconds. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** '120 kB' of bytes. */
export function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
