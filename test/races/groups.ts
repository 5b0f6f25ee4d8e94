/** CL-06: groups of two that want one provider's time at their second and at their first part: all of one, nothing of the others. */
import type { Outcome } from "../chaos/trial.ts"
import { makeProvider, makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, summary } from "./arena.ts"
import { isClean } from "./last-room.ts"
import { openTally } from "./tally.ts"

/** Longest that anybody may wait for an answer. */
const longestWaitMs = 2_000
const halfHourMs = 30 * 60_000

/**
 * Half of the crowd wants Ana and then Ben, half Ben at that very time and then Ana, through two processes. Then the group that
 * was booked is moved by one part and cancelled by the other, both at once.
 */
export async function groupsAgainstGroups(arena: Arena, rounds: number, isTimed = false): Promise<Outcome> {
  const waits: number[] = []
  const tally = openTally("groups")
  const { cut, colour, ana, ben } = await setUp(arena)
  const timed = async (i: number, path: string, body: object) => {
    const since = performance.now()
    const answer = await arena.apis[i % arena.apis.length]!("POST", path, body)
    waits.push(performance.now() - since)
    return answer
  }
  const at = (ms: number) => new Date(ms).toISOString()
  const wish = (i: number, startMs: number, [first, second]: readonly (number | undefined)[]) => ({
    ...{
      customer_id: arena.customerIds[i],
      appointment_type_ids: [cut, colour],
      location_id: arena.locationId,
    },
    ...{ provider_id: first, start_time: at(startMs) },
    parts: [
      { provider_id: first, start_time: at(startMs) },
      { provider_id: second, start_time: at(startMs + halfHourMs) },
    ],
  })
  for (let round = 0; round < rounds; round += 1) {
    const startMs = Date.parse(arena.nextStart())
    const answers = await Promise.all(
      arena.customerIds.map((_, i) =>
        timed(
          i,
          "/appointments",
          i % 4 < 2 ? wish(i, startMs, [ana, ben]) : wish(i, startMs + halfHourMs, [ben, ana]),
        ),
      ),
    )
    const won = answers.filter(({ status }) => status === 201)
    tally.check(won.length === 1 && answers.every(isClean), () => `${at(startMs)}: ${summary(answers)}`)
    const [first, second] = won[0]?.body.data.appointments ?? []
    const changed = await Promise.all([
      timed(0, `/appointments/${first?.id}/reschedule`, { start_time: at(startMs + 2 * halfHourMs) }),
      timed(1, `/appointments/${second?.id}/cancel`, {}),
    ])
    const isOrderly = changed.every(
      ({ status, body }) => status === 200 || codes.has(codeOf({ status, body } as never)),
    )
    tally.check(isOrderly, () => `${at(startMs)}: ${summary(changed)}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  const torn = await countTorn(arena)
  tally.check(torn === 0, () => `${torn} groups of which a part alone stands`)
  const longest = Math.max(...waits)
  if (isTimed) tally.check(longest <= longestWaitMs, () => "somebody waited too long")
  return tally.outcome(isTimed ? `longest wait ${Math.round(longest)} ms` : undefined)
}

/** Two short types and two people of a race's own. */
async function setUp(arena: Arena) {
  const short = {
    slot_interval_minutes: 30,
    min_notice_minutes: 0,
    booking_window_days: 730,
    duration_minutes: 30,
  }
  const [cut, colour] = await Promise.all(
    ["Cut", "Colour"].map((name) => makeType(arena.service, { ...short, name, customer_overlap: true })),
  )
  const weekly_hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ location_id: arena.locationId, weekday, start: "08:00", end: "22:00" },
  }))
  const [ana, ben] = await Promise.all(
    ["Ana", "Ben"].map((name) =>
      makeProvider(arena.service, { name, appointment_type_ids: [cut, colour], weekly_hours }),
    ),
  )
  return { cut: cut!, colour: colour!, ana: ana!, ben: ben! }
}

/**
 * One of the crowd holds a group; then all want it or a part of it at once, through two processes: half the whole, a quarter its
 * first and a quarter its second part alone. The holder gets all of it.
 */
export async function groupUnderHold(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("group-under-hold")
  const { cut, colour, ana, ben } = await setUp(arena)
  for (let round = 0; round < rounds; round += 1) {
    const startMs = Date.parse(arena.nextStart())
    const [first, second] = [startMs, startMs + halfHourMs].map((ms) => new Date(ms).toISOString())
    const holder = 2 * (round % (arena.customerIds.length / 2))
    const whole = {
      ...{ appointment_type_ids: [cut, colour], location_id: arena.locationId },
      ...{ provider_id: ana, start_time: first },
      parts: [
        { provider_id: ana, start_time: first },
        { provider_id: ben, start_time: second },
      ],
    }
    const part = (i: number) =>
      i % 4 === 1
        ? { appointment_type_id: cut, provider_id: ana, start_time: first }
        : { appointment_type_id: colour, provider_id: ben, start_time: second }
    const hold = await arena.service.api("POST", "/holds", { ...whole, minutes: 5 })
    const answers = await Promise.all(
      arena.customerIds.map((customer_id, i) =>
        arena.apis[i % arena.apis.length]!("POST", "/appointments", {
          customer_id,
          ...(i % 2 === 0 ? whole : { ...part(i), location_id: arena.locationId }),
          ...(i === holder ? { hold_id: hold.body.data?.id } : {}),
        }),
      ),
    )
    const won = answers.filter(({ status }) => status === 201)
    const isHolders = hold.status === 201 && answers[holder]!.status === 201 && won.length === 1
    tally.check(isHolders && answers.every(isClean), () => `${first}: ${hold.status}, ${summary(answers)}`)
  }
  const [overlaps, torn] = [await countOverlaps(arena), await countTorn(arena)]
  tally.check(overlaps === 0 && torn === 0, () => `${overlaps} overlaps, ${torn} torn groups`)
  return tally.outcome()
}

/** The codes of a move whose group was cancelled meanwhile. */
const codes = new Set(["appointment_not_scheduled", "busy", "time_not_offered", "slot_taken"])

/** Groups of which some stand and some do not, or whose parts are not one behind the other. */
async function countTorn(arena: Arena): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM appointment WHERE group_id IS NOT NULL GROUP BY company_id, group_id
       HAVING count(DISTINCT status) > 1 OR count(*) <> 2
         OR max(start_at) FILTER (WHERE group_index = 1) <> max(end_at) FILTER (WHERE group_index = 0)) g`,
  )
  return row!.count
}
