import type { AppContext } from "../context.ts"

/** What a worker holds what it claimed by: whoever claims it next has another one. */
export const claimToken = (context: AppContext): string =>
  Buffer.from(context.random.bytes(12)).toString("base64url")
