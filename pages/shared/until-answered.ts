import { type ApiRequest, type Outcome, send } from "./api.ts"

const retryAfterMs = [1_000, 3_000]

/** Sends a write under the idempotency key; without an answer it retries under the same key, twice. */
export const sendOnce = <Data>(request: ApiRequest, key: string): Promise<Outcome<Data>> =>
  untilAnswered(() => send({ ...request, headers: { ...request.headers, "Idempotency-Key": key } }))

/** Sends a write again while it is unknown whether it was carried out. */
export async function untilAnswered<Data>(write: () => Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  let outcome = await write()
  for (const waitMs of retryAfterMs) {
    if (outcome.ok || !(outcome.outcomeUnknown || isStillRunning(outcome))) return outcome
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    outcome = await write()
  }
  return outcome
}

/** A 409 with Retry-After: the first sending of the same key is still in flight. */
function isStillRunning(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.retryAfterSeconds !== null && outcome.code !== "rate_limited"
}
