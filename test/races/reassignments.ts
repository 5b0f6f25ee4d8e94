/** TR-16: staff move appointments between two providers, all at once. */
import type { Outcome } from "../chaos/trial.ts"
import { makeProvider } from "../support/story.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

/**
 * The appointments of both providers, at times of their own, are moved onto one time of one provider: one gets it. Then two
 * appointments of one time change providers at the same moment: in any case neither is lost nor doubled.
 */
export async function reassignments(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("reassignments")
  const [anaId, benId] = [await makePerson(arena, "Ana"), await makePerson(arena, "Ben")]
  const move = (i: number, id: number, start_time: string, provider_id: number) =>
    arena.apis[i % arena.apis.length]!("POST", `/appointments/${id}/reschedule`, { start_time, provider_id })
  for (let round = 0; round < rounds; round += 1) {
    const movers = await bookTurnAbout(arena, [anaId, benId])
    const wanted = arena.nextStart()
    const answers = await Promise.all(movers.map((id, i) => move(i, id, wanted, benId)))
    const moved = answers.filter(({ status }) => status === 200)
    const isClean = answers.every((answer) => answer.status === 200 || codeOf(answer) === "slot_taken")
    tally.check(moved.length === 1 && isClean, () => `${wanted}: ${summary(answers)}`)

    const shared = arena.nextStart()
    const [one, other] = [await bookAt(arena, 0, shared, anaId), await bookAt(arena, 1, shared, benId)]
    const swap = await Promise.all([move(0, one, shared, benId), move(1, other, shared, anaId)])
    // Neither can go first while the other is still there.
    tally.check(
      swap.every((answer) => codeOf(answer) === "slot_taken"),
      () => `${shared}: ${summary(swap)}`,
    )
    const there = arena.nextStart()
    const [first, second] = await Promise.all([move(0, one, there, benId), move(1, one, there, anaId)])
    tally.check(first.status === 200 && second.status === 200, () => `${there}: ${summary([first, second])}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  const doubled = await countDoubled(arena)
  tally.check(doubled === 0, () => `${doubled} appointments hold time of a provider who is not theirs`)
  return tally.outcome()
}

/** A provider who works every day, as the arena's do, with a calendar of their own. */
const makePerson = (arena: Arena, name: string) =>
  makeProvider(arena.service, {
    name,
    appointment_type_ids: [arena.hourTypeId],
    weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ location_id: arena.locationId, weekday },
      ...{ start: "08:00", end: "20:00" },
    })),
  })

/** Books eight appointments, at times of their own, by turns with one provider and the other. */
async function bookTurnAbout(arena: Arena, providerIds: readonly [number, number]): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < 8; i += 1) ids.push(await bookAt(arena, i, arena.nextStart(), providerIds[i % 2]!))
  return ids
}

async function bookAt(arena: Arena, i: number, start: string, provider_id: number): Promise<number> {
  const wish = bookingOf(arena, arena.customerIds[i]!, start, { provider_id })
  return (await arena.service.api("POST", "/appointments", wish)).body.data.id
}

/** Active blocks that are not one a working day of a scheduled appointment, with the appointment's own provider. */
async function countDoubled(arena: Arena): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM appointment a
     WHERE a.status = 'scheduled' AND (
       (SELECT count(*) FROM allocation b
        WHERE b.company_id = a.company_id AND b.appointment_id = a.id AND b.active AND b.lead AND b.part = 0) <> jsonb_array_length(a.blocks)
       OR EXISTS (SELECT 1 FROM allocation b WHERE b.company_id = a.company_id AND b.appointment_id = a.id
         AND b.active AND b.lead AND b.resource_id <> a.provider_id))`,
  )
  return row!.count
}
