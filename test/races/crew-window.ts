/** WN-02: many want a window of a day for two or for one of four vans: a crew comes whole, at one minute, and no van is at two visits. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { makeCustomer, makeProvider, makeType } from "../support/story.ts"
import { type Arena, codeOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const vans = 4
const workMinutes = 60
const [opening, closing, out] = [8 * 60, 12 * 60, 30]
const dates = 300
const firstDate = Date.parse("2028-01-05T00:00:00.000Z")

/**
 * All of the crowd at once, through two processes. Everybody lives half an hour away, at one address, so that between 8 and 10 a van
 * makes two visits, and four vans make four of two. In every second round half of the crowd want one van, so that who comes with whom
 * changes while others book.
 */
export async function crewWindow(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("crew-window")
  const team = await openTeam(arena)
  for (let round = 0; round < rounds; round += 1) {
    const date = new Date(firstDate + (round % dates) * 86_400_000).toISOString().slice(0, 10)
    const isMixed = round % 2 === 1
    const book = (i: number): Promise<Answer> =>
      arena.apis[i % arena.apis.length]!("POST", "/appointments", {
        ...{ customer_id: team.customerIds[i], location_id: arena.locationId },
        appointment_type_id: isMixed && i % 4 > 1 ? team.aloneId : team.typeId,
        ...{ provider_id: team.providerIds[i % vans], start_time: `${date}T08:00:00.000Z` },
      })
    const answers = await Promise.all(team.customerIds.map((_, i) => book(i)))
    const won = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id as number)
    const isRight = isMixed ? won.length >= 4 && won.length <= 8 : won.length === 4
    tally.check(isRight && answers.every(isClean), () => `${date}: ${summary(answers)}`)
    const changed = await Promise.all([
      arena.apis[0]!("POST", `/appointments/${won[0]}/cancel`, {}),
      ...[0, 1, 2, 3].map(book),
    ])
    tally.check(changed.every(isClean), () => `${date}: ${summary(changed)}`)
    const stops = await plannedOn(arena, team, date)
    tally.check(whatBreaks(stops) === null, () => `${date}: ${whatBreaks(stops)}`)
    const ids = [...new Set(stops.map(({ id }) => id))]
    await Promise.all(ids.map((id) => arena.apis[1]!("POST", `/appointments/${id}/cancel`, {})))
  }
  tally.check((await countOverlaps(arena)) === 0, () => "overlaps")
  return tally.outcome()
}

const isClean = (answer: Answer) =>
  answer.status < 300 ||
  (answer.status === 409 && ["slot_taken", "time_not_offered"].includes(codeOf(answer)))

interface Team {
  typeId: number
  aloneId: number
  providerIds: readonly number[]
  customerIds: readonly number[]
}

async function openTeam({ service, locationId }: Arena): Promise<Team> {
  const fields = {
    ...{ place: "at_customer", promise: { kind: "window", minutes: 120 }, duration_minutes: workMinutes },
    ...{ min_notice_minutes: 0, booking_window_days: 730, customer_overlap: true },
  }
  const typeId = await makeType(service, { ...fields, needs: { providers: 2 } })
  const aloneId = await makeType(service, fields)
  const works = {
    appointment_type_ids: [typeId, aloneId],
    weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ location_id: locationId, weekday, start: "08:00", end: "12:00" },
    })),
    travel: { speed_kmh: 60, road_factor: 1, setup_minutes: 0 },
  }
  const providerIds: number[] = []
  for (let i = 1; i <= vans; i += 1)
    providerIds.push(await makeProvider(service, { name: `Lorry ${i}`, ...works }))
  const latitude = 30.27 + (out - 0.1) / 111.195
  const customerIds = await Promise.all(
    Array.from({ length: crowd }, (_, i) =>
      makeCustomer(service, {
        address: {
          ...{ line1: `${i} Oak Ave`, city: "Austin", state: "TX", postal_code: "78702", country: "US" },
          ...{ latitude, longitude: -97.74 },
        },
      }),
    ),
  )
  return { typeId, aloneId, providerIds, customerIds }
}

/** One provider at one visit, as the database has it; minutes of the date. */
interface Stop {
  id: number
  providerId: number
  takes: number
  start: number
  planned: number
}

async function plannedOn({ service }: Arena, { typeId, aloneId }: Team, date: string): Promise<Stop[]> {
  const midnight = Date.parse(`${date}T00:00:00.000Z`) / 60_000
  const rows = await service.context.db.query<Stop>(
    `SELECT a.id::int, k.resource_id::int AS "providerId", CASE WHEN a.appointment_type_id = $3 THEN 2 ELSE 1 END AS takes,
       k.job_start_minute AS start, extract(epoch FROM a.planned_start_at)::int / 60 AS planned
     FROM appointment a JOIN allocation k ON k.company_id = a.company_id AND k.appointment_id = a.id AND k.active
     WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.start_at::date = $2 AND a.appointment_type_id = ANY ($4)`,
    [service.companyId, date, typeId, [typeId, aloneId]],
  )
  return rows.map((row) => ({ ...row, start: row.start - midnight, planned: row.planned - midnight }))
}

/** Null where crews are whole and drives and hours hold. */
function whatBreaks(stops: readonly Stop[]): string | null {
  for (const [id, own] of Map.groupBy(stops, (stop) => stop.id)) {
    const people = new Set(own.map(({ providerId }) => providerId))
    if (people.size !== own[0]!.takes || own.length !== people.size)
      return `${own.length} come to visit ${id}`
    if (own.some(({ start, planned }) => start !== planned || start < 8 * 60 || start > 10 * 60))
      return `visit ${id} begins at ${own.map(({ start }) => start).join()}`
  }
  for (const own of Map.groupBy(stops, ({ providerId }) => providerId).values()) {
    let free = opening + out
    for (const { start } of own.sort((a, b) => a.start - b.start)) {
      if (start < free) return `free at ${free}, at a visit at ${start}`
      free = start + workMinutes
    }
    if (free + out > closing) return "home after closing"
  }
  return null
}
