// What a command gives back, and with which exit code it fails.
import { ServerError, UnreachableError } from '../deploy/client-http.ts'

export interface Answer {
  /** For standard output. */
  text: string
  /** The same for --json. */
  json: unknown
  /** For standard error: what a person should know and a script would stumble over. */
  note?: string
}

/** The command line does not say what is to be done. */
export class UsageError extends Error {}

export const exitCodes = { done: 0, refused: 1, notUnderstood: 2, conflict: 3, unreachable: 4 }

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.notUnderstood
  if (error instanceof UnreachableError) return exitCodes.unreachable
  if (error instanceof ServerError && error.status === 409) return exitCodes.conflict
  return exitCodes.refused
}
