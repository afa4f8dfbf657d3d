// Whether a value has exactly the fields that it should have: what JSON from outside is, before its meaning matters.

/** A text, a whole number from 0, a list, an object of values by name, or an object of known fields. */
export type Shape =
  | 'text'
  | 'count'
  | { each: Shape }
  | { values: Shape }
  | { fields: Record<string, Shape>; optional?: string[] }

/** Sentences, one for each place that is not as it should be. */
export function faultsOfShape(value: unknown, shape: Shape, where: string): string[] {
  if (shape === 'text') return typeof value === 'string' ? [] : [`${where} should be a text.`]
  if (shape === 'count') return isCount(value) ? [] : [`${where} should be a whole number from 0.`]
  if ('each' in shape) {
    if (!Array.isArray(value)) return [`${where} should be a list.`]
    return value.flatMap((item, index) => faultsOfShape(item, shape.each, `${where}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where} should be an object.`]
  if ('values' in shape)
    return Object.entries(value).flatMap(([name, item]) => faultsOfShape(item, shape.values, `${where}.${named(name)}`))
  const { fields, optional = [] } = shape
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
  const missing = Object.keys(fields).filter((name) => !Object.hasOwn(value, name) && !optional.includes(name))
  return [
    ...unknown.map((name) => `${where} has a field ${quote(name)} that nobody knows.`),
    ...missing.map((name) => `${where} has no ${name}.`),
    ...Object.entries(fields).flatMap(([name, field]) =>
      Object.hasOwn(value, name) ? faultsOfShape((value as Record<string, unknown>)[name], field, `${where}.${name}`) : [],
    ),
  ]
}

/** As it can stand in a sentence and in a log, whatever it is. */
export function quote(text: string): string {
  return `'${named(text)}'`
}

const named = (text: string) => text.slice(0, 100).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?')

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
