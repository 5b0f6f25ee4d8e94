/** CL-09: a pending appointment is answered by many at once: by staff, by its customer, by its deadline. It ends once. */
import { unansweredOnes } from "../../service/booking/answer-unanswered.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import type { Outcome } from "../chaos/trial.ts"
import { makeType, put } from "../support/story.ts"
import { type Arena, bookingOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const answerMs = 15 * 60_000

/** A type of the arena's providers that staff confirm within a quarter of an hour. */
export async function makeConfirmedType(arena: Arena, unanswered: "decline" | "confirm"): Promise<number> {
  const typeId = await makeType(arena.service, {
    slot_interval_minutes: 60,
    min_notice_minutes: 0,
    booking_window_days: 730,
    customer_overlap: true,
    confirmation: "staff",
    answer_within_minutes: 15,
    unanswered,
  })
  for (const id of [arena.providerId, arena.otherProviderId]) {
    const { appointment_type_ids: ids } = (await arena.service.api("GET", `/providers/${id}`)).body.data
    await put(arena.service, `/providers/${id}`, { appointment_type_ids: [...ids, typeId] })
  }
  return typeId
}

/** How it may have gone, by its events. */
const ends: ReadonlyMap<string, string> = new Map([
  ["appointment.pending,appointment.created,appointment.confirmed", "scheduled"],
  ["appointment.pending,appointment.declined", "cancelled"],
  ["appointment.pending,appointment.created,appointment.confirmed,appointment.cancelled", "cancelled"],
])

/** The calls are made in the last millisecond of their time; the workers of another process stand at the deadline. */
export async function answersAgainstDeadline(arena: Arena, rounds: number, typeId: number): Promise<Outcome> {
  const tally = openTally("answers-against-deadline")
  for (let round = 0; round < rounds; round += 1) {
    const id = await askFor(arena, typeId)
    const now = arena.service.clock.now()
    arena.service.clock.set(new Date(now + answerMs - 1).toISOString())
    arena.second.clock.set(new Date(now + answerMs).toISOString())
    const work = () => workOff(arena.second.context, unansweredOnes(arena.second.context))
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: crowd }, (_, at) =>
          arena.service.api("POST", `/appointments/${id}/${at % 2 ? "decline" : "confirm"}`, {}),
        ),
      ),
      work(),
      work(),
    ])
    const won = answers.filter(({ status }) => status === 200).length
    await work()
    const [types, status] = await howItWent(arena, id)
    tally.check(won <= 1 && ends.get(types) === status, () => `${summary(answers)}: ${types}, ${status}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** A withdrawal before the yes declines; after it, it cancels what is booked. Proposals meet both. */
export async function withdrawalsAgainstConfirmations(
  arena: Arena,
  rounds: number,
  typeId: number,
): Promise<Outcome> {
  const tally = openTally("withdrawals-against-confirmations")
  const acts = ["confirm", "cancel", "propose", "decline"] as const
  for (let round = 0; round < rounds; round += 1) {
    const id = await askFor(arena, typeId)
    const times = [{ start_time: arena.nextStart(), provider_id: arena.otherProviderId }]
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, at) => {
        const act = acts[at % acts.length]!
        return arena.apis[at % 2]!("POST", `/appointments/${id}/${act}`, act === "propose" ? { times } : {})
      }),
    )
    const [types, status] = await howItWent(arena, id)
    const fits = answers.every(
      (answer) => answer.status === 200 || answer.status === 409 || answer.status === 503,
    )
    tally.check(fits && ends.get(types) === status, () => `${summary(answers)}: ${types}, ${status}`)
    const held = await arena.service.context.db.query(
      "SELECT 1 FROM allocation WHERE company_id = $1 AND appointment_id = $2 AND active",
      [arena.service.companyId, id],
    )
    tally.check(held.length === (status === "scheduled" ? 1 : 0), () => `${status} holds ${held.length}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

async function askFor(arena: Arena, typeId: number): Promise<number> {
  const booking = bookingOf(arena, arena.customerIds[0]!, arena.nextStart(), { appointment_type_id: typeId })
  const answer = await arena.service.api("POST", "/appointments", booking)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.id
}

async function howItWent(arena: Arena, id: number): Promise<[types: string, status: string]> {
  const events = await arena.service.context.db.query<{ type: string }>(
    "SELECT type FROM event WHERE company_id = $1 AND appointment_id = $2 ORDER BY occurred_at, id",
    [arena.service.companyId, id],
  )
  const { status } = (await arena.service.api("GET", `/appointments/${id}`)).body.data
  return [events.map(({ type }) => type).join(), status]
}
