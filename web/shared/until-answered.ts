import type { Outcome } from "./api.ts"

/** How long to wait before asking again what became of a booking. */
const askAgainAfterMs = [1_000, 3_000]

/** A key under which the service carries a booking out once, however often it is sent. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-")
}

/** Asks again, under the same key, until an answer comes or patience ends. */
export async function untilAnswered<Data>(ask: () => Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  let outcome = await ask()
  for (const waitMs of askAgainAfterMs) {
    if (outcome.ok || !(outcome.outcomeUnknown || isStillRunning(outcome))) return outcome
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    outcome = await ask()
  }
  return outcome
}

/** A 409 that says when to come back: the first sending of the same key is not done yet. */
function isStillRunning(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.retryAfterSeconds !== null && outcome.code !== "rate_limited"
}
