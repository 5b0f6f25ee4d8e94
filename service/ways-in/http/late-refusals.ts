/**
 * A request that is refused with 429 gets its answer a little later. A client that sends the next when it has the answer, and pays no
 * heed to `Retry-After`, so sends a few a second, where it would otherwise keep a processor busy with being refused.
 */
import type { FastifyInstance } from "fastify"
import { leaveBudget } from "./budgets.ts"

const laterMs = 200
/** Answers that wait at a time; beyond them they are sent at once, so that they take no more memory than this. */
const mostWaiting = 1_000

export function delayRefusals(app: FastifyInstance): void {
  let waiting = 0
  app.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode !== 429 || waiting >= mostWaiting) return done(null, payload)
    // The call is over, and takes no place of another from the same address while it waits.
    leaveBudget(request)
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      done(null, payload)
    }, laterMs)
  })
}
