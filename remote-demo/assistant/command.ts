// npm run assistant -- push|diff|show: the demo's assistant, here and at the voice provider.
import { assistant, keyRestrictions } from './assistant.ts'
import { type Difference, describeDifference, findDifferences } from './differences.ts'
import { createAssistant, fetchAssistant, type ProviderSettings, updateAssistant } from './provider.ts'

const usage = `npm run assistant -- show    prints the definition of the demo's assistant
npm run assistant -- diff    prints where the provider's assistant differs from it; exit code 1 if it does
npm run assistant -- push    brings the definition to the provider; makes a new assistant when VAPI_ASSISTANT_ID is not set`

export interface Output {
  print: (text: string) => void
  complain: (text: string) => void
}

/**
 * Runs one command.
 * @returns the exit code: 0 when all is well, 1 when the provider's assistant differs, 2 when the command failed.
 */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  try {
    const [name] = args
    if (args.length === 1 && name === 'show') output.print(JSON.stringify(assistant, null, 2))
    else if (args.length === 1 && name === 'diff') return await diff(env, output)
    else if (args.length === 1 && name === 'push') return await push(env, output)
    else throw new Error(usage)
    return 0
  } catch (error) {
    // A key with a line break in it, say, appears in the error of whoever refuses it.
    output.complain(withoutKey((error as Error).message, env.VAPI_PRIVATE_KEY))
    return 2
  }
}

async function diff(env: NodeJS.ProcessEnv, { print }: Output): Promise<number> {
  const settings = readProvider(env)
  const id = env.VAPI_ASSISTANT_ID
  if (!id) throw new Error('VAPI_ASSISTANT_ID is missing: it says which assistant to compare with. To make a new one, push.')
  const differences = findDifferences(assistant, await fetchAssistant(settings, id))
  print(differences.length === 0 ? `Assistant ${id} is as defined here.` : describe(differences))
  return differences.length === 0 ? 0 : 1
}

async function push(env: NodeJS.ProcessEnv, { print, complain }: Output): Promise<number> {
  const settings = readProvider(env)
  const given = env.VAPI_ASSISTANT_ID
  const siteUrl = env.SITE_URL || undefined
  if (siteUrl && !URL.parse(siteUrl)?.protocol.startsWith('http'))
    throw new Error(`SITE_URL is '${siteUrl}': it should be a full address such as https://www.example.com.`)
  const pushed = given ? await updateAssistant(settings, given, assistant) : await createAssistant(settings, assistant)
  print(given ? `Assistant ${pushed.id} is updated.` : newAssistant(pushed.id, siteUrl))
  const differences = findDifferences(assistant, pushed)
  if (differences.length === 0) return 0
  complain(`The provider did not take everything over as it was sent:\n${describe(differences)}`)
  return 1
}

function newAssistant(id: string, siteUrl: string | undefined): string {
  const restrictions = JSON.stringify(keyRestrictions(siteUrl, id), null, 2)
  return `Assistant ${id} is made. Three things to do with it:
1. Start the site with VAPI_ASSISTANT_ID=${id} and VAPI_PUBLIC_KEY.
2. Set VAPI_ASSISTANT_ID=${id} here as well, or the next push makes yet another assistant.
3. In the provider's dashboard, restrict the public key to the site and to this assistant:
${restrictions}`
}

function describe(differences: Difference[]): string {
  return differences.map(describeDifference).join('\n')
}

function readProvider(env: NodeJS.ProcessEnv): ProviderSettings {
  const key = env.VAPI_PRIVATE_KEY
  if (!key) throw new Error("VAPI_PRIVATE_KEY is missing: take the private key from the provider's dashboard.")
  const baseUrl = (env.VAPI_BASE_URL || 'https://api.vapi.ai').replace(/\/+$/, '')
  if (!URL.parse(baseUrl)?.protocol.startsWith('http'))
    throw new Error(`VAPI_BASE_URL is '${baseUrl}': it should be a full address such as https://api.vapi.ai.`)
  return { baseUrl, key }
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[key]') : text
}

if (import.meta.main) {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, { print: console.log, complain: console.error })
}
