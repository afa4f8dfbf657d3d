// How environment variables are read. One that is empty counts as not set; one that is wrong is named in a sentence.
type Env = NodeJS.ProcessEnv

interface Expected {
  isRight: (text: string) => boolean
  /** The end of 'it should be …'. */
  shouldBe: string
  /** It may hold a password, so the sentence does not repeat it. */
  isSecret?: boolean
}

/** @throws Error that says which variable is wrong and what it should be; so do the others. */
export function readText(env: Env, name: string, { isRight, shouldBe, isSecret = false }: Expected): string | undefined {
  const given = env[name]
  if (!given) return undefined
  if (isRight(given)) return given
  throw new Error(isSecret ? `${name} should be ${shouldBe}.` : `${name} is '${given}': it should be ${shouldBe}.`)
}

export function readCount(env: Env, name: string): number | undefined {
  const isRight = (text: string) => Number.isInteger(Number(text)) && Number(text) >= 1
  const given = readText(env, name, { isRight, shouldBe: 'a whole number above 0' })
  return given === undefined ? undefined : Number(given)
}

/** 'one, two'. */
export function readList(env: Env, name: string, { isRight, ...expected }: Expected): string[] | undefined {
  const split = (text: string) => text.split(',').map((part) => part.trim())
  const given = readText(env, name, { isRight: (text) => split(text).every(isRight), ...expected })
  return given === undefined ? undefined : split(given)
}

/** @param protocols with their colon, as URL has them. */
export function isUrl(...protocols: string[]): (text: string) => boolean {
  return (text) => protocols.includes(URL.parse(text)?.protocol ?? '')
}

/** The same without what is undefined. */
export function onlySet<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given
}
