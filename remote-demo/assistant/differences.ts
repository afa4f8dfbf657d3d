// Compares the definition with what the provider has, which adds many fields of its own.

export interface Difference {
  /** As in 'model.messages[0].content'. */
  path: string
  wanted: unknown
  found: unknown
}

/** Where `found` differs from `wanted`, in the fields that `wanted` sets. Lists have to be equally long. */
export function findDifferences(wanted: unknown, found: unknown, path = ''): Difference[] {
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length)
    return wanted.flatMap((entry, index) => findDifferences(entry, found[index], `${path}[${index}]`))
  if (isRecord(wanted) && isRecord(found))
    return Object.entries(wanted)
      .filter(([, value]) => value !== undefined)
      .flatMap(([key, value]) => findDifferences(value, found[key], path ? `${path}.${key}` : key))
  return wanted === found ? [] : [{ path, wanted, found }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One difference for the terminal: '-' is what the provider has, '+' what the definition wants. */
export function describeDifference({ path, wanted, found }: Difference): string {
  const [before, after] = [linesOf(found), linesOf(wanted)]
  const changes = [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ]
  if (changes.length === 0) changes.push('(the same lines in another order)')
  return [path, ...changes.map((change) => `  ${change}`)].join('\n')
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return ['(not set)']
  return typeof value === 'string' && value.includes('\n') ? value.split('\n') : [JSON.stringify(value)]
}
