/** DS-05: an appointment whose cancel has taken effect is taken back while others book the time that it left. */
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

/** One gets the time, a booking or the reopening, and all who wanted it back find it back or learn that it is gone. */
export async function reopeningsAgainstBookings(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("reopenings-against-bookings")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const [owner = 0, ...others] = arena.customerIds
    const [api, secondApi] = [arena.apis[0]!, arena.apis[1]!]
    const { id } = (await api("POST", "/appointments", bookingOf(arena, owner, start))).body.data
    await api("POST", `/appointments/${id}/cancel`, {})
    const reopen = (at: number) => arena.apis[at % 2]!("POST", `/appointments/${id}/reopen`, {})
    const half = crowd / 2
    const [reopened, booked] = await Promise.all([
      Promise.all(Array.from({ length: half }, (_, at) => reopen(at))),
      Promise.all(
        others
          .slice(0, half)
          .map((customer, at) =>
            (at % 2 === 0 ? api : secondApi)("POST", "/appointments", bookingOf(arena, customer, start)),
          ),
      ),
    ])
    const isBack = reopened.every(({ status }) => status === 200)
    const isGone = reopened.every((answer) => codeOf(answer) === "slot_taken")
    const won = booked.filter(({ status }) => status === 201).length
    const fits = booked.every((answer) => answer.status === 201 || codeOf(answer) === "slot_taken")
    tally.check(
      fits && won === (isBack ? 0 : 1) && (isBack || isGone),
      () => `${start}: reopened ${summary(reopened)}; booked ${summary(booked)}`,
    )
    const types = await eventsOf(arena, id)
    const wanted = [
      "appointment.created",
      "appointment.cancelled",
      ...(isBack ? ["appointment.created"] : []),
    ]
    tally.check(String(types) === String(wanted), () => `${start}: ${types}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** A worker brings a waiting cancel into effect while its time is taken back: it is back, or booked anew, but once. */
export async function reopeningsAgainstWorkers(
  arena: Arena,
  rounds: number,
  bringDue: () => Promise<void>,
): Promise<Outcome> {
  const tally = openTally("reopenings-against-workers")
  const [api] = arena.apis
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const { id } = (await api!("POST", "/appointments", bookingOf(arena, arena.customerIds[0]!, start))).body
      .data
    await api!("POST", `/appointments/${id}/cancel`, { delay_seconds: 1 })
    arena.service.clock.advanceMs(1_000)
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: crowd }, (_, at) =>
          arena.apis[at % 2]!("POST", `/appointments/${id}/reopen`, {}),
        ),
      ),
      bringDue(),
      bringDue(),
    ])
    // An undo before the cancel was due has no event.
    const types = await eventsOf(arena, id)
    const untold = ["appointment.created"]
    const told = ["appointment.created", "appointment.cancelled", "appointment.created"]
    tally.check(
      answers.every(({ status }) => status === 200) && [String(untold), String(told)].includes(String(types)),
      () => `${start}: ${summary(answers)}; ${types}`,
    )
  }
  return tally.outcome()
}

async function eventsOf(arena: Arena, appointmentId: number): Promise<string[]> {
  const rows = await arena.service.context.db.query<{ type: string }>(
    "SELECT type FROM event WHERE company_id = $1 AND appointment_id = $2 ORDER BY occurred_at, id",
    [arena.service.companyId, appointmentId],
  )
  return rows.map(({ type }) => type)
}
