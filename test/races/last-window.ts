/** WN-02: many want the last room of a day of two vans, by two windows that the same slack serves. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { makeCustomer, makeProvider, makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const vans = 2
const visitsOfVan = 2
/** From the location to every customer, half of whom live north of it and half south. */
const kilometres = 29.9
const workMinutes = 60
/** Longest that anybody may wait for an answer. */
const longestWaitMs = 2_000
/** Dates are used again, since each round cancels what it booked. */
const dates = 300
const firstDate = Date.parse("2027-03-05T00:00:00.000Z")

/**
 * All of the crowd at once, through two processes, on a day without visits. Those in the north want 8 to 10, those in the south
 * 10 to 12. Two visits fit into a van's four hours, and of one in the north and one in the south each relies on the other being
 * early, or late: their minutes would not overlap, only the hour between them would be missing. So four get a window, and the
 * drives between them hold. While one of them cancels, others take the freed room.
 */
export async function lastWindow(arena: Arena, rounds: number, isTimed = false): Promise<Outcome> {
  const waits: number[] = []
  const tally = openTally("last-window")
  const team = await openTeam(arena)
  const timed = async (i: number, path: string, body: object): Promise<Answer> => {
    const since = performance.now()
    const answer = await arena.apis[i % arena.apis.length]!("POST", path, body)
    waits.push(performance.now() - since)
    return answer
  }
  const book = (i: number, date: string) =>
    timed(i, "/appointments", {
      ...{
        customer_id: team.customerIds[i],
        appointment_type_id: team.typeId,
        location_id: arena.locationId,
      },
      ...{
        provider_id: team.providerIds[Math.floor(i / 2) % vans],
        start_time: `${date}T${isNorth(i) ? "08" : "10"}:00:00.000Z`,
      },
    })
  for (let round = 0; round < rounds; round += 1) {
    const date = new Date(firstDate + (round % dates) * 86_400_000).toISOString().slice(0, 10)
    const answers = await Promise.all(team.customerIds.map((_, i) => book(i, date)))
    const won = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id as number)
    const isRight = won.length === vans * visitsOfVan && answers.every(isClean)
    tally.check(isRight, () => `${date}: ${summary(answers)}`)
    const changed = await Promise.all([
      timed(0, `/appointments/${won[0]}/cancel`, {}),
      ...team.customerIds.slice(0, 4).map((_, i) => book(i, date)),
    ])
    tally.check(changed.every(isClean), () => `${date}: ${summary(changed)}`)
    const stops = await plannedOn(arena, team, date)
    const broken = whatBreaks(stops)
    tally.check(broken === null, () => `${date}: ${broken}`)
    await Promise.all(stops.map(({ id }) => timed(1, `/appointments/${id}/cancel`, {})))
  }
  tally.check((await countOverlaps(arena)) === 0, () => "overlaps")
  const longest = Math.max(...waits)
  if (isTimed) tally.check(longest <= longestWaitMs, () => "somebody waited too long")
  return tally.outcome(isTimed ? `longest wait ${Math.round(longest)} ms` : undefined)
}

/** Customers in the north ask one process, those in the south the other, so that no process keeps them apart. */
const isNorth = (i: number) => i % 2 === 0

const isClean = (answer: Answer) =>
  answer.status < 300 ||
  (answer.status === 409 && ["slot_taken", "time_not_offered"].includes(codeOf(answer)))

interface Team {
  typeId: number
  providerIds: readonly number[]
  customerIds: readonly number[]
}

async function openTeam({ service, locationId }: Arena): Promise<Team> {
  const typeId = await makeType(service, {
    ...{ place: "at_customer", promise: { kind: "window", minutes: 120 }, duration_minutes: workMinutes },
    ...{ min_notice_minutes: 0, booking_window_days: 730, customer_overlap: true },
  })
  const works = {
    appointment_type_ids: [typeId],
    weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ location_id: locationId, weekday, start: "08:00", end: "12:00" },
    })),
    travel: { speed_kmh: 60, road_factor: 1, setup_minutes: 0 },
  }
  const providerIds: number[] = []
  for (let i = 1; i <= vans; i += 1)
    providerIds.push(await makeProvider(service, { name: `Van ${i}`, ...works }))
  const degrees = kilometres / 111.195
  const customerIds = await Promise.all(
    Array.from({ length: crowd }, (_, i) =>
      makeCustomer(service, {
        address: {
          ...{ line1: `${i} Oak Ave`, city: "Austin", state: "TX", postal_code: "78702", country: "US" },
          ...{ latitude: 30.27 + (isNorth(i) ? degrees : -degrees), longitude: -97.74 },
        },
      }),
    ),
  )
  return { typeId, providerIds, customerIds }
}

interface Stop {
  id: number
  providerId: number
  isNorth: boolean
  /** Minutes of the date. */
  start: number
  promised: [number, number]
  /** The held part of the provider's time. */
  held: [number, number]
}

/** The day as the database has it. */
async function plannedOn({ service }: Arena, { customerIds }: Team, date: string): Promise<Stop[]> {
  const rows = await service.context.db.query<
    { id: number; provider_id: number; customer_id: number } & Record<
      "at" | "from" | "until" | "held_from" | "held_until",
      number
    >
  >(
    `SELECT a.id::int, k.resource_id::int AS provider_id, a.customer_id::int,
       extract(epoch FROM a.planned_start_at)::int / 60 AS at, extract(epoch FROM a.start_at)::int / 60 AS from,
       extract(epoch FROM a.end_at)::int / 60 AS until, k.start_minute AS held_from, k.end_minute AS held_until
     FROM appointment a JOIN allocation k ON k.company_id = a.company_id AND k.appointment_id = a.id AND k.active
     WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.work_minutes IS NOT NULL AND a.start_at::date = $2`,
    [service.companyId, date],
  )
  const midnight = Date.parse(`${date}T00:00:00.000Z`) / 60_000
  return rows.map((row) => ({
    id: row.id,
    providerId: row.provider_id,
    isNorth: isNorth(customerIds.indexOf(row.customer_id)),
    start: row.at - midnight,
    promised: [row.from - midnight, row.until - midnight],
    held: [row.held_from - midnight, row.held_until - midnight],
  }))
}

/** The promises and the drives, worked out anew; null where all of them hold. */
function whatBreaks(stops: readonly Stop[]): string | null {
  const [opening, closing, out] = [8 * 60, 12 * 60, Math.ceil(kilometres)]
  for (const own of Map.groupBy(stops, ({ providerId }) => providerId).values()) {
    own.sort((a, b) => a.start - b.start)
    for (const [i, { start, promised, held, isNorth: north }] of own.entries()) {
      if (start < promised[0] || start > promised[1])
        return `planned at ${start}, promised ${promised.join("-")}`
      if (held[0] !== start || held[1] !== start + workMinutes)
        return `planned at ${start}, held ${held.join("-")}`
      const before = own[i - 1]
      const free = before ? before.start + workMinutes : opening
      const drive = before === undefined ? out : before.isNorth === north ? 0 : 2 * out
      if (free + drive > start) return `free at ${free}, ${drive} minutes to the visit at ${start}`
      if (start + workMinutes > closing) return `the visit at ${start} ends after closing`
    }
  }
  return null
}
