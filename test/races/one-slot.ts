/** BK-01: many want one time of one provider. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer, Api } from "../support/service.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

/** All customers at once, through one process or through two: one gets it, the others get other times. */
export async function oneSlot(arena: Arena, rounds: number, apis: readonly Api[]): Promise<Outcome> {
  const tally = openTally(apis.length === 1 ? "one-slot" : "one-slot-two-processes")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const answers = await Promise.all(
      arena.customerIds.map((id, i) =>
        apis[i % apis.length]!("POST", "/appointments", bookingOf(arena, id, start)),
      ),
    )
    tally.check(hasOneWinner(answers), () => `${start}: ${summary(answers)}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** Half of the crowd moves an appointment onto the time that the other half books. */
export async function movesAgainstBookings(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("moves-against-bookings")
  const { api } = arena.service
  const half = arena.customerIds.length / 2
  const movers = await bookEach(arena, arena.customerIds.slice(0, half))
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const answers = await Promise.all([
      ...movers.map((id) => api("POST", `/appointments/${id}/reschedule`, { start_time: start })),
      ...arena.customerIds.slice(half).map((id) => api("POST", "/appointments", bookingOf(arena, id, start))),
    ])
    tally.check(hasOneWinner(answers), () => `${start}: ${summary(answers)}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

async function bookEach(arena: Arena, customerIds: readonly number[]): Promise<number[]> {
  const ids: number[] = []
  for (const customerId of customerIds) {
    const wish = bookingOf(arena, customerId, arena.nextStart())
    ids.push((await arena.service.api("POST", "/appointments", wish)).body.data.id)
  }
  return ids
}

/** One success; every other one `slot_taken` with times that can be had instead. */
function hasOneWinner(answers: readonly Answer[]): boolean {
  const losers = answers.filter(({ status }) => status >= 300)
  return (
    losers.length === answers.length - 1 &&
    losers.every(
      (answer) =>
        answer.status === 409 &&
        codeOf(answer) === "slot_taken" &&
        answer.body.error.details?.alternatives?.length > 0,
    )
  )
}
