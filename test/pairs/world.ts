/** One company for all pairs: a type of each kind, people with calendars of their own who offer all of them, and what is done in each interface. */
import { localToMinute } from "../../domain/time/local-time.ts"
import { openChannels } from "../support/agent.ts"
import { openPublicPage } from "../support/public-page.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { type Feeds, openFeeds } from "./feeds.ts"
import type { Kind } from "./rows.ts"

export interface Outcome {
  status: number
  code: string | undefined
}
export const outcomeOf = ({ status, body }: Answer): Outcome => ({ status, code: body.error?.code })

export interface World {
  service: TestService
  story: Story
  feeds: Feeds
  typeIds: Record<Kind, number>
  /** Goes with the linked services, after the first. */
  thenId: number
  optionId: number
  /** The first is who is asked for; they can come for each other. */
  peopleIds: readonly number[]
  stop(): Promise<void>
}

const place = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
const address = { ...place, latitude: 30.28, longitude: -97.74 }

const fieldsOf: Record<Kind, object> = {
  plain: { buffer_before_minutes: 5, buffer_after_minutes: 10 },
  "length option": { duration_options: [{ label: "Long", minutes: 90 }] },
  "over several days": { blocks: [480, 240] },
  room: { needs: { resources: [{ group: "Rooms", count: 1 }] } },
  crew: { needs: { providers: 2 } },
  steps: {
    steps: [
      { name: "Mix", minutes: 20 },
      { name: "Wait", minutes: 30, staffed: false },
      { name: "Wash", minutes: 10 },
    ],
  },
  "linked services": {},
  "class seat": { seats: 9 },
  pending: { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" },
  hold: {},
  window: { place: "at_customer", promise: { kind: "window", minutes: 240 } },
  series: {},
}

export async function openWorld(): Promise<World> {
  const service = await startService({ book: true, trustProxyHops: 1 })
  const story = await tellStory(service)
  const common = {
    min_notice_minutes: 0,
    booking_window_days: 365,
    slot_interval_minutes: 60,
    public_booking: true,
  }
  const typeIds = {} as Record<Kind, number>
  for (const [kind, fields] of Object.entries(fieldsOf))
    typeIds[kind as Kind] = await makeType(service, { name: kind, ...common, ...fields })
  const thenId = await makeType(service, { name: "then", ...common, duration_minutes: 30 })
  await make(service, "/resources", {
    name: "Room 1",
    kind: "room",
    group: "Rooms",
    location_id: story.locationId,
  })
  await openPublicPage(service, story)
  await openChannels(service)
  await put(service, `/customers/${story.customerId}`, { address })
  const feeds = await openFeeds(service.context)
  const peopleIds: number[] = []
  for (const name of ["Lea Ito", "Max Roy", "Noa Lind"]) {
    const works = {
      appointment_type_ids: [...Object.values(typeIds), thenId],
      weekly_hours: weekdays(story.locationId),
    }
    peopleIds.push(await makeProvider(service, { name, ...works }))
    feeds.set("free")
    await feeds.connect(service, peopleIds.at(-1)!)
  }
  const { body } = await service.api("GET", `/appointment-types/${typeIds["length option"]}`)
  return {
    ...{
      service,
      story,
      feeds,
      typeIds,
      thenId,
      peopleIds,
      optionId: body.data.duration_options[0].id,
    },
    stop: async () => void (await Promise.all([service.stop(), feeds.stop()])),
  }
}

let phones = 0

/** With a number and an address. */
export async function newCustomer({ service }: World): Promise<{ id: number; phone: string }> {
  phones += 1
  const phone = `+1512556${String(1000 + phones)}`
  return { id: await makeCustomer(service, { phone, address }), phone }
}

let weeks = 0

/** Nine in Austin on two days of a week: of each cell its own, as far as there are weeks. */
export function nextWeek(): { monday: string; wednesday: string } {
  const monday = Date.UTC(2027, 2, 8) / 86_400_000 + 7 * (weeks++ % 30)
  const nine = (day: number) => new Date(localToMinute("America/Chicago", day, 540) * 60_000).toISOString()
  return { monday: nine(monday), wednesday: nine(monday + 2) }
}

/** The company's own body of a booking. */
export const companyWish = (world: World, kind: Kind, start_time: string, customer_id: number) => ({
  ...{ customer_id, provider_id: world.peopleIds[0], location_id: world.story.locationId, start_time },
  ...(kind === "linked services"
    ? { appointment_type_ids: [world.typeIds[kind], world.thenId] }
    : { appointment_type_id: world.typeIds[kind] }),
  ...(kind === "length option" ? { duration_option_id: world.optionId } : {}),
  ...(kind === "series" ? { every: { weeks: 1 }, count: 3 } : {}),
})

/** Booked by the company. */
export async function booked(world: World, kind: Kind, start: string, customerId: number): Promise<number> {
  const path = kind === "series" ? "/series" : "/appointments"
  const answer = await world.service.api("POST", path, companyWish(world, kind, start, customerId))
  if (answer.status >= 300) throw new Error(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
  const { id, appointments } = answer.body.data
  return kind === "series" ? appointments[0].id : id
}

/** All that could have been written. */
export async function written({ service }: World): Promise<unknown> {
  return service.context.db.query(
    `SELECT (SELECT count(*) || ' ' || coalesce(sum(version), 0) FROM appointment WHERE company_id = $1) AS appointments,
       (SELECT count(*) || ' ' || coalesce(sum(start_minute::bigint * resource_id), 0) FROM allocation WHERE company_id = $1 AND active) AS allocations`,
    [service.companyId],
  )
}

/** All time is free for the next cell. */
export async function clear({ service }: World): Promise<void> {
  const { db } = service.context
  await db.query("DELETE FROM allocation WHERE company_id = $1 AND hold_id IS NOT NULL", [service.companyId])
  await db.query("DELETE FROM hold WHERE company_id = $1", [service.companyId])
  await db.query("UPDATE allocation SET active = false WHERE company_id = $1 AND active", [service.companyId])
}
