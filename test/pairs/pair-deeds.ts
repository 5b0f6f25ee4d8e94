/** The deeds on a pair: asked for, booked, moved, cancelled and reopened, each in the way of the pair. */

import type { Answer } from "../support/service.ts"
import { make, makeProvider, makeType, weekdays } from "../support/story.ts"
import { byWaitingLink } from "../support/waiting.ts"
import { windowMinutes } from "./capabilities.ts"
import { byTime, startsOf, type Taken } from "./expected-minutes.ts"
import { Refused } from "./refused.ts"
import type { Stage } from "./stage.ts"

function answered(deed: string, answer: Answer) {
  if (answer.status >= 300) throw new Refused(deed, answer)
  return answer.body.data
}

const typesOf = ({ pair, typeId, nextId }: Stage) =>
  pair.ways.has("with another service")
    ? { appointment_type_ids: [typeId, nextId] }
    : { appointment_type_id: typeId }

const optionOf = ({ pair, optionId }: Stage) =>
  pair.ways.has("with the long option") ? { duration_option_id: optionId } : {}

export interface Voices {
  search: boolean
  explanation: boolean
  range: boolean
}

/** Compares the search's offer of the start to the customer with the explanations of it and of its day. */
export async function voicesOn(
  stage: Stage,
  start: string,
  request: object,
  customerId: number,
): Promise<Voices> {
  const { service, peopleIds, locationId, pair } = stage
  const [providerId] = peopleIds
  // The named provider would lead all of several services, where a booking names who leads the first.
  const lead = pair.ways.has("with another service") ? {} : { provider_id: providerId }
  const who = { customer_id: customerId, location_id: locationId, ...request }
  const wish = { ...typesOf(stage), ...optionOf(stage), ...who }
  const until = new Date(Date.parse(start) + 86_400_000).toISOString().slice(0, 10)
  const dates = { start_date: start.slice(0, 10), end_date: until }
  const ask = async (path: string, more: object) =>
    answered("search", await service.api("POST", path, { ...wish, ...more }))
  const found = await ask("/slots", { ...lead, ...dates })
  const explained = await ask("/slots/explain", { provider_id: providerId, start_time: start })
  const ranged = await ask("/slots/explain-range", { ...lead, ...dates })
  const own = ({ providers }: { providers: ProviderAnswer[] }) =>
    providers.filter((one) => one.provider_id === providerId)
  return {
    search: own(found).some(({ slots }) => slots!.some(({ start_time }) => start_time === start)),
    explanation: explained.starts[0].offered,
    range: own(ranged).some(({ runs }) =>
      runs!.some((run) => run.offered && run.first_start_time <= start && start <= run.last_start_time),
    ),
  }
}

interface ProviderAnswer {
  provider_id: number
  slots?: { start_time: string }[]
  runs?: { first_start_time: string; last_start_time: string; offered: boolean }[]
}

/** A class is on the board before anybody takes a seat. */
export async function preparing(stage: Stage, ...starts: readonly string[]): Promise<void> {
  const { service, pair, typeId, peopleIds, locationId, roomId } = stage
  if (!pair.ways.has("as a seat")) return
  const crew = pair.type.needs?.providers ?? 1
  for (const start_time of starts)
    await make(service, "/class-sessions", {
      ...{ appointment_type_id: typeId, location_id: locationId, start_time },
      provider_ids: peopleIds.slice(0, crew),
      ...(roomId === null ? {} : { resource_ids: [roomId] }),
    })
}

/** A request of the customer, where the pair is booked by one. */
export async function requestOf({ service, pair, typeId }: Stage, customerId: number): Promise<object> {
  if (!pair.ways.has("by a request")) return {}
  const wish = { customer_id: customerId, appointment_type_id: typeId, latest_date: "2027-12-31" }
  const length = pair.ways.has("with the long option") ? { duration_minutes: 90 } : {}
  const request = answered("ask", await service.api("POST", "/scheduling-requests", { ...wish, ...length }))
  return { scheduling_request_id: request.id }
}

/** Another appointment of the customer at the same minute, with somebody else. */
export async function besides({ service, pair, locationId, customerId }: Stage, start: string) {
  if (!pair.ways.has("beside another appointment")) return
  const typeId = await makeType(service, { name: "Beside", min_notice_minutes: 0, booking_window_days: 365 })
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) }
  const provider_id = await makeProvider(service, { name: "Noa", ...works })
  const who = { customer_id: customerId, appointment_type_id: typeId, provider_id, location_id: locationId }
  await make(service, "/appointments", { ...who, start_time: start })
}

/** Books in the way of the pair. Returns the ids of all appointments that came of it, in their order. */
export async function book(stage: Stage, start: string, request: object): Promise<number[]> {
  const { service, pair, peopleIds, locationId, customerId } = stage
  const { ways } = pair
  if (ways.has("out of an offer")) return takeOffer(stage, start)
  const series = ways.has("in a series") ? { every: { weeks: 1 }, count: 3 } : {}
  const wish = {
    ...{ customer_id: customerId, provider_id: peopleIds[0], location_id: locationId, start_time: start },
    ...typesOf(stage),
    ...optionOf(stage),
    ...request,
  }
  const held = ways.has("out of a hold")
    ? { hold_id: answered("hold", await service.api("POST", "/holds", { ...wish, minutes: 10 })).id }
    : {}
  const path = ways.has("in a series") ? "/series" : "/appointments"
  const made = answered(
    "book",
    await service.api("POST", path, { ...wish, ...pair.wish, ...series, ...held }),
  )
  const booked: readonly { id: number }[] = made.appointments ?? [made]
  return booked.map(({ id }) => id)
}

async function takeOffer(stage: Stage, start: string): Promise<number[]> {
  const { service, pair, peopleIds, locationId, customerId } = stage
  const series = pair.ways.has("in a series") ? { every: { weeks: 1 }, count: 3 } : {}
  const wait = {
    ...{ customer_id: customerId, ...typesOf(stage), ...optionOf(stage) },
    ...{ latest_date: start.slice(0, 10), ...series },
  }
  const { id, wait_url } = answered("wait", await service.api("POST", "/waiting-entries", wait))
  const time = { provider_id: peopleIds[0], location_id: locationId, start_time: start }
  const offer = answered("offer", await service.api("POST", `/waiting-entries/${id}/offers`, time))
  for (const path of ["/hold", "/take"]) {
    const { status, code } = await byWaitingLink(service, String(wait_url), "POST", path, {
      offerId: offer.id,
      ...(path === "/take" ? pair.wish : {}),
    })
    if (status >= 300) throw new Error(`${path}: ${status} ${code}`)
  }
  const rows = await service.context.db.query<{ id: number }>(
    `SELECT id FROM appointment WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = ANY($3)
     ORDER BY start_at`,
    [service.companyId, customerId, [stage.typeId, stage.nextId]],
  )
  return rows.map((row) => row.id)
}

export const allOf = ({ pair }: Stage) => (pair.ways.has("in a series") ? { scope: "all" } : {})

export async function confirm(stage: Stage, ids: readonly number[]): Promise<void> {
  const { ways } = stage.pair
  // Staff who book a series have said yes to it.
  if (!ways.has("to be confirmed") || ways.has("in a series")) return
  for (const id of ids)
    answered("confirm", await stage.service.api("POST", `/appointments/${id}/confirm`, {}))
}

export async function move(stage: Stage, [id]: readonly number[], start: string): Promise<void> {
  const wish = { start_time: start, ...allOf(stage) }
  answered("move", await stage.service.api("POST", `/appointments/${id}/reschedule`, wish))
}

export async function cancel(stage: Stage, [id]: readonly number[]): Promise<void> {
  answered("cancel", await stage.service.api("POST", `/appointments/${id}/cancel`, allOf(stage)))
}

export async function reopen({ service }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) answered("reopen", await service.api("POST", `/appointments/${id}/reopen`, {}))
}

/** All that is taken of the people and the room of the pair, but for what its hold keeps. */
export async function takenNow(stage: Stage): Promise<Taken[]> {
  const { service, peopleIds, roomId, typeId, nextId } = stage
  const rows = await service.context.db.query<{ resource: number; from: number; to: number }>(
    `SELECT resource_id AS resource, start_minute AS from, end_minute AS to FROM allocation
     WHERE company_id = $1 AND active AND appointment_type_id = ANY($2) AND hold_id IS NULL`,
    [service.companyId, [typeId, nextId]],
  )
  const people: readonly number[] = peopleIds
  return rows
    .map(({ resource, from, to }): Taken => {
      if (resource !== roomId && !people.includes(resource)) throw new Error(`${resource} was taken`)
      return { of: resource === roomId ? "room" : "provider", from, to }
    })
    .sort(byTime)
}

/** When the work of each begins: of a promised window as it is planned. Throws where that is not inside it. */
export async function beginningsOf(stage: Stage, ids: readonly number[], start: number): Promise<number[]> {
  const starts = startsOf(stage.pair, start)
  if (!("promise" in stage.pair.type)) return starts
  const shown = await Promise.all(ids.map((id) => stage.service.api("GET", `/appointments/${id}`)))
  return shown.map(({ body }, i) => {
    const planned = Date.parse(body.data.planned_start) / 60_000
    if (planned < starts[i]! || planned >= starts[i]! + windowMinutes) throw new Error("outside its window")
    return planned
  })
}

/** The company's events about the appointments, in their order. */
export async function eventsOf({ service }: Stage, ids: readonly number[]): Promise<string[]> {
  const rows = await service.context.db.query<{ type: string }>(
    `SELECT type FROM event WHERE company_id = $1 AND appointment_id = ANY($2) AND type LIKE 'appointment.%'
     ORDER BY id`,
    [service.companyId, ids],
  )
  return rows.map(({ type }) => type)
}
