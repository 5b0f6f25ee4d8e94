/** CL-08: a booking under a live hold is never lost to another booking, and at the hold's end exactly one gets the time. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { type Arena, bookingOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const minutes = 5

/** One of the crowd holds the time; then all book it at once, through two processes, and the holder gets it. */
export async function holdAgainstBookings(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("hold-against-bookings")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const holder = round % crowd
    const { hold, answers } = await race(arena, start, holder)
    const isHolders = hold.status === 201 && answers[holder]!.status === 201
    tally.check(isHolders && winners(answers) === 1, () => `${start}: ${hold.status}, ${summary(answers)}`)
  }
  return checked(arena, tally)
}

/** The hold is over to the second as all book: the holder is one among others, and one of them gets the time. */
export async function endOfHold(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("end-of-hold")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const { answers } = await race(arena, start, round % crowd, () => {
      for (const { clock } of [arena.service, arena.second]) clock.advanceMs(minutes * 60_000)
    })
    tally.check(winners(answers) === 1, () => `${start}: ${summary(answers)}`)
  }
  return checked(arena, tally)
}

/** All of the crowd hold one time at once, and book under what they got: one holds, and one books. */
export async function holdsAgainstHolds(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("holds-against-holds")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const holds = await Promise.all(
      arena.customerIds.map((id, i) =>
        arena.apis[i % 2]!("POST", "/holds", { ...bookingOf(arena, id, start), minutes }),
      ),
    )
    tally.check(winners(holds) === 1, () => `${start}: ${summary(holds)}`)
  }
  return checked(arena, tally)
}

async function race(
  arena: Arena,
  start: string,
  holder: number,
  meanwhile: () => void = () => undefined,
): Promise<{ hold: Answer; answers: Answer[] }> {
  const booking = (i: number) => bookingOf(arena, arena.customerIds[i]!, start)
  const hold = await arena.service.api("POST", "/holds", { ...booking(holder), minutes })
  meanwhile()
  const answers = await Promise.all(
    arena.customerIds.map((_, i) =>
      arena.apis[i % 2]!("POST", "/appointments", {
        ...booking(i),
        ...(i === holder ? { hold_id: hold.body.data?.id } : {}),
      }),
    ),
  )
  return { hold, answers }
}

const winners = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length

async function checked(arena: Arena, tally: ReturnType<typeof openTally>): Promise<Outcome> {
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}
