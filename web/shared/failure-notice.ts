import type { Opening } from "./times/openings.ts"

/** A refusal or failure, as it is told. */
export interface FailureNotice {
  /** A code of the service, or one of the page's own. */
  code: string
  alternatives: Opening[]
  retryAfterSeconds: number | null
}
