/** WL-06: many want series that meet one another, while others book, move and cancel single times of them. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { type Arena, codeOf, countOverlaps, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const occurrences = 3

/** Half of the crowd wants the same series, the other half a single time of it: whole series are booked, or nothing of them. */
export async function seriesAgainstBookings(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("series-against-bookings")
  for (let round = 0; round < rounds; round += 1) {
    const starts = Array.from({ length: occurrences }, (_, index) => startOf(round, index))
    const answers = await Promise.all(
      arena.customerIds.map((customer_id, i) => {
        const wish = { customer_id, appointment_type_id: arena.hourTypeId, provider_id: arena.providerId }
        const api = arena.apis[i % arena.apis.length]!
        return i % 2 === 0
          ? api("POST", "/series", { ...wish, start_time: starts[0], every: { days: 1 }, count: occurrences })
          : api("POST", "/appointments", { ...wish, start_time: starts[(i >> 1) % occurrences] })
      }),
    )
    const booked = answers.filter(({ status }) => status < 300)
    const series = booked.filter(({ body }) => body.data.series_id && body.data.occurrences)
    tally.check(series.length <= 1, () => `${series.length} series at ${starts[0]}: ${summary(answers)}`)
    for (const one of series) {
      const isWhole = one.body.data.appointments.length === occurrences
      tally.check(isWhole && booked.length === 1, () => `${starts[0]}: ${summary(answers)}`)
    }
    tally.check(booked.length >= 1, () => `nobody at ${starts[0]}: ${summary(answers)}`)
    tally.check(answers.every(isClean), () => `${starts[0]}: ${summary(answers)}`)
    await changeAtOnce(arena, tally, series[0])
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** One series is moved and cancelled by several at once: at the end all of it stands together, or none. */
async function changeAtOnce(arena: Arena, tally: ReturnType<typeof openTally>, series: Answer | undefined) {
  if (!series) return
  const { appointments, series_id } = series.body.data
  const [first] = appointments
  const later = new Date(Date.parse(first.start_time) + 3_600_000).toISOString()
  const answers = await Promise.all(
    arena.apis.flatMap((api) => [
      api("POST", `/appointments/${first.id}/reschedule`, { start_time: later, scope: "all" }),
      api("POST", `/appointments/${first.id}/cancel`, { scope: "all" }),
    ]),
  )
  tally.check(answers.every(isClean), () => `changes of ${series_id}: ${summary(answers)}`)
  const { body } = await arena.service.api("GET", `/appointments?series_id=${series_id}`)
  const states = new Set(body.data.map((one: { status: string }) => one.status))
  tally.check(states.size === 1, () => `series ${series_id} ends as ${[...states]}`)
}

const isClean = (answer: Answer) =>
  answer.status < 300 ||
  [
    "slot_taken",
    "time_not_offered",
    "series_conflict",
    "busy",
    "appointment_not_scheduled",
    "customer_busy",
  ].includes(codeOf(answer))

/** Each round at an hour of its own, in days that no other race uses. */
const startOf = (round: number, index: number) =>
  new Date(
    Date.parse("2027-07-01T08:00:00.000Z") +
      (Math.floor(round / 5) * occurrences + index) * 86_400_000 +
      (round % 5) * 7_200_000,
  ).toISOString()
