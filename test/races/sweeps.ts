/** RQ-10: a request whose dates are over expires once, however many look after it, and never while it is booked. */
import { sweepRequests } from "../../service/requests/sweep-requests.worker.ts"
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, bookingOf, codeOf, openRequest, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const dayMs = 86_400_000
const requestsAtOnce = 6
/** Beyond the days that other races in the same arena have filled. */
const farAheadMs = 60 * dayMs

const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

interface Fate {
  id: number
  status: string
  expiries: number
  live: number
}

const fates = `
SELECT r.id, r.status,
  (SELECT count(*)::int FROM event e
   WHERE e.company_id = r.company_id AND e.scheduling_request_id = r.id AND e.type = 'scheduling_request.expired') AS expiries,
  (SELECT count(*)::int FROM appointment a
   WHERE a.company_id = r.company_id AND a.scheduling_request_id = r.id AND a.status <> 'cancelled') AS live
FROM scheduling_request r WHERE r.id = ANY ($1)`

/** Workers of two processes sweep the same requests at once. */
export async function sweepTogether(arena: Arena, rounds: number, workers: number): Promise<Outcome> {
  const tally = openTally(`sweep-${workers}-workers`)
  const { service, second } = arena
  for (let round = 0; round < rounds; round += 1) {
    const today = dateAt(service.clock.now())
    const requests = await Promise.all(
      Array.from({ length: requestsAtOnce }, () => openRequest(arena, { latest_date: today })),
    )
    service.clock.advanceMs(2 * dayMs)
    second.clock.advanceMs(2 * dayMs)
    const contexts = Array.from({ length: workers }, (_, i) => (i % 2 === 0 ? service : second).context)
    await Promise.all(contexts.map(sweepRequests))
    const ids = requests.map(({ id }) => id)
    for (const fate of await service.context.db.query<Fate>(fates, [ids])) {
      tally.check(fate.status === "expired" && fate.expiries === 1, () => JSON.stringify(fate))
    }
  }
  return tally.outcome()
}

/**
 * A booking at the last moment meets the sweep of a process whose clock has already passed it. Either it is booked or
 * it is expired: one of them and only one, and the customer reads so.
 */
export async function sweepAgainstBooking(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("sweep-against-booking")
  const { service, second } = arena
  let booked = 0
  service.clock.advanceMs(farAheadMs)
  for (let round = 0; round < rounds; round += 1) {
    service.clock.advanceMs(dayMs)
    second.clock.set(new Date(service.clock.now() + 2 * dayMs).toISOString())
    const today = dateAt(service.clock.now())
    const request = await openRequest(arena, { latest_date: today })
    const wish = bookingOf(arena, request.customer_id, `${today}T19:00:00.000Z`, {
      scheduling_request_id: request.id,
    })
    const [, answer] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, round % 6)).then(() => sweepRequests(second.context)),
      service.api("POST", "/appointments", wish),
    ])
    const [fate] = await service.context.db.query<Fate>(fates, [[request.id]])
    const wasBooked = answer.status === 201
    if (wasBooked) booked += 1
    const holds = wasBooked
      ? fate!.status === "scheduled" && fate!.live === 1 && fate!.expiries === 0
      : codeOf(answer) === "request_not_open" &&
        fate!.status === "expired" &&
        fate!.live === 0 &&
        fate!.expiries === 1
    tally.check(holds, () => `${summary([answer])}: ${JSON.stringify(fate)}`)
  }
  return tally.outcome(`${booked} booked, ${rounds - booked} expired`)
}
