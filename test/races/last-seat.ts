/** CL-07: many want the last seats of one session of a class, which meanwhile is moved, changed and cancelled. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { makeProvider, makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const seats = 3
/** Longest that anybody may wait for an answer. */
const longestWaitMs = 2_000

/**
 * All of the crowd at once, through two processes, for three seats: half want one, half want two. Then some give their seats
 * back and others take them while the session is moved, and at last it is cancelled while more are booking it.
 */
export async function lastSeat(arena: Arena, rounds: number, isTimed = false): Promise<Outcome> {
  const waits: number[] = []
  const tally = openTally("last-seat")
  const { service, locationId } = arena
  const open = { min_notice_minutes: 0, booking_window_days: 730, customer_overlap: true }
  const typeId = await makeType(service, { name: "Class", duration_minutes: 50, seats, ...open })
  const providerId = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId] })
  const timed = async (i: number, method: string, path: string, body?: object): Promise<Answer> => {
    const since = performance.now()
    const answer = await arena.apis[i % arena.apis.length]!(method, path, body)
    waits.push(performance.now() - since)
    return answer
  }
  const book = (i: number, start_time: string, wanted: number) =>
    timed(i, "POST", "/appointments", {
      ...{ customer_id: arena.customerIds[i], appointment_type_id: typeId, provider_id: providerId },
      ...{ location_id: locationId, start_time, seats: wanted },
    })
  for (let round = 0; round < rounds; round += 1) {
    const [start, next] = [arena.nextStart(), arena.nextStart()]
    const put = { appointment_type_id: typeId, provider_ids: [providerId], location_id: locationId }
    const made = await service.api("POST", "/class-sessions", { ...put, start_time: start })
    const path = `/class-sessions/${made.body.data?.sessions[0].id}`
    const first = await Promise.all(arena.customerIds.map((_, i) => book(i, start, 1 + (i % 2))))
    const taken = seatsOf(first)
    tally.check(taken === seats && first.every(isClean), () => `${start}: ${taken}, ${summary(first)}`)
    const won = first.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []))
    const second = await Promise.all([
      timed(0, "PUT", path, { start_time: next }),
      ...won.map((id, i) => timed(i, "POST", `/appointments/${id}/cancel`, {})),
      ...arena.customerIds.slice(0, 8).flatMap((_, i) => [book(i, start, 1), book(i, next, 2)]),
    ])
    tally.check(second.every(isClean), () => `${next}: ${summary(second)}`)
    const third = await Promise.all([
      ...arena.customerIds.slice(0, 8).map((_, i) => book(i, next, 1)),
      timed(1, "DELETE", path),
    ])
    tally.check(third.every(isClean) && third.at(-1)!.status === 200, () => `${next}: ${summary(third)}`)
  }
  const wrong = await countMiscounted(arena)
  tally.check(wrong === 0, () => `${wrong} sessions miscount their seats`)
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  const longest = Math.max(...waits)
  if (isTimed) tally.check(longest <= longestWaitMs, () => "somebody waited too long")
  return tally.outcome(isTimed ? `longest wait ${Math.round(longest)} ms` : undefined)
}

const seatsOf = (answers: readonly Answer[]): number =>
  answers.reduce((sum, { status, body }) => sum + (status === 201 ? body.data.seats : 0), 0)

/** Answers that are right where others are faster. */
const isClean = (answer: Answer) =>
  answer.status < 300 ||
  (answer.status === 409 &&
    ["slot_taken", "time_not_offered", "appointment_not_scheduled"].includes(codeOf(answer)))

/** Sessions whose count is not that of their appointments, that are oversold, or whose appointments stand elsewhere. */
async function countMiscounted(arena: Arena): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM class_session s WHERE s.seats_taken > s.seats OR s.seats_taken <> coalesce(
       (SELECT sum(a.seats) FROM appointment a
        WHERE a.company_id = s.company_id AND a.session_id = s.id AND a.status <> 'cancelled'), 0)
     OR EXISTS (SELECT FROM appointment a WHERE a.company_id = s.company_id AND a.session_id = s.id
       AND a.status <> 'cancelled' AND (a.start_at <> s.start_at OR a.provider_id <> s.provider_id OR s.status = 'cancelled'))`,
  )
  return row!.count
}
