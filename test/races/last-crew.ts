/** CL-02: many want a crew of two of one time, out of four providers, each led by one of them. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, summary } from "./arena.ts"
import { isClean, openProviders } from "./last-room.ts"
import { openTally } from "./tally.ts"

const members = 4
const crews = members / 2
/** Longest that anybody may wait for an answer. */
const longestWaitMs = 2_000

/**
 * All of the crowd at once, through two processes: as many get the time as there are crews, no provider is in two of them,
 * and the others read that it was taken. Between the rounds one crew moves while holds and a series want its people.
 */
export async function lastCrew(arena: Arena, rounds: number, isTimed = false): Promise<Outcome> {
  const waits: number[] = []
  const tally = openTally("last-crew")
  const always = { slot_interval_minutes: 60, min_notice_minutes: 0, booking_window_days: 730 }
  const needs = { providers: 2 }
  const typeId = await makeType(arena.service, { ...always, needs, customer_overlap: true })
  const providerIds = await openProviders(arena, typeId, members)
  const timed = async (i: number, path: string, body: object): Promise<Answer> => {
    const since = performance.now()
    const answer = await arena.apis[i % arena.apis.length]!("POST", path, body)
    waits.push(performance.now() - since)
    return answer
  }
  const wish = (i: number, start_time: string) => ({
    ...{ customer_id: arena.customerIds[i], appointment_type_id: typeId, start_time },
    ...{ provider_id: providerIds[i % members], location_id: arena.locationId },
  })
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const answers = await Promise.all(
      arena.customerIds.map((_, i) => timed(i, "/appointments", wish(i, start))),
    )
    const won = answers.filter(({ status }) => status === 201)
    const come = won.flatMap(({ body }) => body.data.providers.map(({ id }: { id: number }) => id))
    const isRight = won.length === crews && new Set(come).size === members && answers.every(isClean)
    tally.check(isRight, () => `${start}: ${summary(answers)}`)
    const next = arena.nextStart()
    const changed = await Promise.all([
      timed(0, `/appointments/${won[0]?.body.data.id}/reschedule`, { start_time: next }),
      ...[1, 2, 3].map((i) => timed(i, "/holds", { ...wish(i, next), minutes: 1 })),
      ...[4, 5].map((i) => timed(i, "/series", { ...wish(i, next), every: { weeks: 52 }, count: 2 })),
    ])
    tally.check(changed.every(isOrderly), () => `${next}: ${summary(changed)}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  const short = await countShort(arena, typeId)
  tally.check(short === 0, () => `${short} appointments have not the time of both who come`)
  const longest = Math.max(...waits)
  if (isTimed) tally.check(longest <= longestWaitMs, () => "somebody waited too long")
  return tally.outcome(isTimed ? `longest wait ${Math.round(longest)} ms` : undefined)
}

const isOrderly = (answer: Answer) => isClean(answer) || codeOf(answer) === "series_conflict"

/** Appointments of the type that do not occupy two providers. */
async function countShort(arena: Arena, typeId: number): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM appointment a WHERE a.appointment_type_id = $1 AND a.status = 'scheduled'
       AND 2 <> (SELECT count(*) FROM allocation k WHERE k.company_id = a.company_id AND k.appointment_id = a.id AND k.active)`,
    [typeId],
  )
  return row!.count
}
