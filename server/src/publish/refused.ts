/** A release or a set of releases that may not go live. The live site is as it was. */
export class RefusedError extends Error {
  readonly statusCode: number = 422
  /** Sentences for the team that deploys, all there are. */
  readonly reasons: string[]

  /** @param heading what is refused, as in 'This composition can't go live:' */
  constructor(heading: string, reasons: string[]) {
    super([heading, ...reasons].join('\n'))
    this.reasons = reasons
  }
}
