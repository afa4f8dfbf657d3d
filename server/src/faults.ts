// Faults that are nobody's but the server's: what is answered, and what the log says.
import type { FastifyBaseLogger } from 'fastify'
import { seldom } from './seldom.ts'

export const ourFault = 'Something went wrong on our side. Please try again.'

/** What happened, for the log: the message of some errors is for visitors, and they have a reason besides. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { reason } = error as { reason?: unknown }
  return typeof reason === 'string' ? reason : error.message
}

/** Logs why something that is needed does not answer, every ten seconds at most: then every request says so. */
export function tellAway(log: FastifyBaseLogger, sentence: string): (error: Error) => void {
  return seldom((leftOut, error: Error) => log.error({ reason: reasonOf(error), leftOut }, sentence))
}
