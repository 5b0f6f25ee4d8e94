import type { Answer } from "../support/service.ts"

/** A deed's refusal, in the program's own words. */
export class Refused extends Error {
  readonly status: number
  constructor(deed: string, { status, body }: Answer) {
    super(body.error.message)
    this.name = `refused to ${deed} with ${status} ${body.error.code}`
    this.status = status
  }
}
