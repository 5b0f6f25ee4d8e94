/** BK-01 BK-03: jobs of three days that overlap in part, wanted all at once. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

interface Block {
  start_time: string
  end_time: string
}

const firstDay = Date.parse("2027-03-03T08:00:00.000Z")
const hourMs = 3_600_000
/** Days and hours apart, so that some share one day and some all three, at hours that touch or overlap. */
const startHours = [0, 24, 48, 72, 2, 26, 50, 4, 28, 52, 8, 32, 56, 1, 25, 49]

/**
 * A booked customer has all three days alone; a refused one met a booking. Every round frees its days
 * again, so that the next one finds the same calendar.
 */
export async function threeDays(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("three-days")
  const { api } = arena.service
  for (let round = 0; round < rounds; round += 1) {
    const wishes = startHours.map((hour, i) => {
      const start = new Date(firstDay + (hour + (round % 3) * 24) * hourMs).toISOString()
      return bookingOf(arena, arena.customerIds[i]!, start, {
        appointment_type_id: arena.threeDayTypeId,
        provider_id: arena.otherProviderId,
      })
    })
    const answers = await Promise.all(wishes.map((wish) => api("POST", "/appointments", wish)))
    const booked = answers.filter(({ status }) => status === 201)
    tally.check(booked.length > 0, () => summary(answers))
    answers.forEach((answer, i) => {
      if (answer.status === 201) return
      const meets = booked.some(({ body }) => overlaps(blocksFrom(wishes[i]!.start_time), body.data.blocks))
      tally.check(isTaken(answer) && meets, () => `${wishes[i]!.start_time}: ${JSON.stringify(answer.body)}`)
    })
    const together = await countOverlaps(arena)
    tally.check(together === 0, () => `${together} overlaps`)
    for (const { body } of booked) await api("POST", `/appointments/${body.data.id}/cancel`, {})
  }
  return tally.outcome()
}

const isTaken = (answer: Answer) => answer.status === 409 && codeOf(answer) === "slot_taken"

/** Three days of four hours each, at the same hour: the providers work every day. */
const blocksFrom = (start: string): Block[] =>
  [0, 1, 2].map((day) => ({
    start_time: new Date(Date.parse(start) + day * 24 * hourMs).toISOString(),
    end_time: new Date(Date.parse(start) + (day * 24 + 4) * hourMs).toISOString(),
  }))

const overlaps = (some: readonly Block[], others: readonly Block[]) =>
  some.some((one) =>
    others.some((other) => one.start_time < other.end_time && other.start_time < one.end_time),
  )
