/** CL-02: many want the last rooms, or the last chairs of a job in steps, of one time, each with another provider. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { make, makeProvider, makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const rooms = 2
/** The wishes of the callers. A chair is taken in all steps, also while the provider is with others. */
const wanted = {
  room: { kind: "room", group: "Rooms" },
  chair: {
    kind: "equipment",
    group: "Chairs",
    duration_minutes: 90,
    steps: [{ minutes: 30 }, { minutes: 30, staffed: false }, { minutes: 30 }],
  },
} as const
export type Wanted = keyof typeof wanted
/** Longest that anybody may wait for an answer. */
const longestWaitMs = 2_000

/**
 * All of the crowd at once, through two processes, each with a provider who has the whole day free: as many get the time as
 * there are rooms, and the others read that it was taken. Between the rounds one of the winners moves, while another cancels
 * and a third caller books what is freed.
 */
export async function lastRoom(
  arena: Arena,
  rounds: number,
  { isTimed = false, what = "room" }: { isTimed?: boolean; what?: Wanted } = {},
): Promise<Outcome> {
  const waits: number[] = []
  const tally = openTally(`last-${what}`)
  const { typeId, providerIds } = await openRooms(arena, what)
  const timed = async (i: number, method: string, path: string, body: object): Promise<Answer> => {
    const since = performance.now()
    const answer = await arena.apis[i % arena.apis.length]!(method, path, body)
    waits.push(performance.now() - since)
    return answer
  }
  const book = (i: number, start_time: string) =>
    timed(i, "POST", "/appointments", {
      ...{ customer_id: arena.customerIds[i], appointment_type_id: typeId, provider_id: providerIds[i] },
      ...{ location_id: arena.locationId, start_time },
    })
  for (let round = 0; round < rounds; round += 1) {
    const start = nextStart(arena, what)
    const answers = await Promise.all(arena.customerIds.map((_, i) => book(i, start)))
    const won = answers.filter(({ status }) => status === 201)
    const names = new Set(won.flatMap(({ body }) => body.data.resources.map(({ id }: { id: number }) => id)))
    const isRight = won.length === rooms && names.size === rooms && answers.every(isClean)
    tally.check(isRight, () => `${start}: ${summary(answers)}`)
    const [first, second] = won.map(({ body }) => body.data.id)
    const next = nextStart(arena, what)
    const changed = await Promise.all([
      timed(0, "POST", `/appointments/${first}/reschedule`, { start_time: next }),
      timed(1, "POST", `/appointments/${second}/cancel`, {}),
      ...arena.customerIds.slice(0, 4).map((_, i) => book(i, next)),
    ])
    tally.check(changed.every(isClean), () => `${next}: ${summary(changed)}`)
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  tally.check((await countRoomless(arena, typeId)) === 0, () => "an appointment has no room")
  const longest = Math.max(...waits)
  if (isTimed) tally.check(longest <= longestWaitMs, () => "somebody waited too long")
  return tally.outcome(isTimed ? `longest wait ${Math.round(longest)} ms` : undefined)
}

/** A chair's job is longer than an hour: of every second time. */
function nextStart(arena: Arena, what: Wanted): string {
  const start = arena.nextStart()
  if (what === "room") return start
  return arena.nextStart().slice(0, 10) === start.slice(0, 10) ? start : nextStart(arena, what)
}

/** Answers that are right where others are faster. */
export const isClean = (answer: Answer) =>
  answer.status < 300 ||
  (answer.status === 409 && ["slot_taken", "customer_busy", "time_not_offered"].includes(codeOf(answer)))

async function openRooms(arena: Arena, what: Wanted): Promise<{ typeId: number; providerIds: number[] }> {
  const { service, locationId } = arena
  const { kind, group, ...length } = wanted[what]
  const always = { slot_interval_minutes: 60, min_notice_minutes: 0, booking_window_days: 730, ...length }
  const needs = { resources: [{ group }] }
  const typeId = await makeType(service, { ...always, needs, customer_overlap: true })
  for (let i = 1; i <= rooms; i++)
    await make(service, "/resources", {
      ...{ name: `${group} ${i}`, kind, group, location_id: locationId },
    })
  return { typeId, providerIds: await openProviders(arena, typeId, crowd) }
}

/** Scheduled appointments of the type without an active room of their own. */
async function countRoomless(arena: Arena, typeId: number): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM appointment a
     WHERE a.company_id = $1 AND a.appointment_type_id = $2 AND (a.status = 'scheduled') <> EXISTS (
       SELECT 1 FROM allocation k WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead)`,
    [arena.service.companyId, typeId],
  )
  return row!.count
}

/** Providers of the type who work every day, as those of the arena do. */
export async function openProviders(
  { service, locationId }: Arena,
  typeId: number,
  count: number,
): Promise<number[]> {
  const weekly_hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ location_id: locationId, weekday, start: "08:00", end: "20:00" },
  }))
  const ids: number[] = []
  for (let i = 0; i < count; i++)
    ids.push(
      await makeProvider(service, { name: `Provider ${i}`, appointment_type_ids: [typeId], weekly_hours }),
    )
  return ids
}
