/**
 * A feed shows the appointments of a provider or of a location under the UIDs of their invitations, and each class once. It says
 * no more of customers than the admin allowed, and links lead nowhere from it.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { isFeedToken } from "../../domain/model/calendar-feed.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import type { Company } from "../../domain/model/company.ts"
import { notFound } from "../../domain/model/errors.ts"
import { addressLine, iso } from "../../domain/model/views.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { feedText } from "../../domain/rules/calendars/feed.ts"
import type { ItipEvent } from "../../domain/rules/mails/itip.ts"
import { formatClock } from "../../domain/rules/texts/text-times.ts"
import { typeInWords } from "../../domain/rules/texts/wording.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import { listByIds } from "../ledger/appointments.sql.ts"
import { listClassSessions } from "../ledger/class-sessions.sql.ts"
import { eventOf, type ToldInCalendars } from "../messages/compose-customer-events.ts"
import { markOf } from "../messages/composed.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { limitFeedReads } from "../platform/rate-limits.ts"
import * as store from "./feeds.sql.ts"

const daysBefore = 31
const daysAfter = 366
const mostPast = 500
const mostToCome = 2_000
/** For so long a cancelled one is named, so that programs that keep what they read learn of it. */
const daysCancelled = 31

/** Throws `not_found` for a token that is none, ended, or whose provider or location is archived, and `rate_limited`. */
export async function writeFeed(host: AppContext, token: string): Promise<string> {
  const unknown = notFound("calendar feed")
  const entry = isFeedToken(token) ? await store.findFeedOfToken(host.db, token) : null
  if (entry === null) throw unknown
  const { companyId, id } = entry
  await limitFeedReads(host, companyId, id)
  const context = await contextOf(host, companyId)
  const { db, clock } = context
  const [company, feed] = await Promise.all([
    findCompany(db, companyId),
    store.findCalendarFeed(db, companyId, id),
  ])
  if (company === null || feed === null) throw unknown
  const owner = { providerId: feed.provider?.id ?? null, locationId: feed.location?.id ?? null }
  const name = await store.ownerName(db, companyId, owner)
  if (name === null) throw unknown
  const now = clock.now()
  await store.noteFeedRead(db, companyId, id, now)
  const events = await eventsOf(context, company, { ...owner, customer: feed.customer, now })
  return feedText(`${withoutLinks(name)} – ${withoutLinks(company.name)}`, events)
}

interface Shown extends store.FeedOwner {
  customer: "nothing" | "first_name" | "name_and_address"
  now: number
}

/** The events to come stand first, the soonest before the others; those that have begun follow, the last first. */
async function eventsOf(context: AppContext, company: Company, shown: Shown): Promise<ItipEvent[]> {
  const { db } = context
  const { now, providerId, locationId } = shown
  const [from, until] = [new Date(now - daysBefore * msPerDay), new Date(now + daysAfter * msPerDay)]
  const owner = { providerId, locationId }
  const ids = await store.listFeedAppointments(db, company.id, {
    ...{ ...owner, from, until, now: new Date(now), mostPast, mostToCome },
  })
  const [appointments, sessions] = await Promise.all([
    listByIds(db, company.id, ids),
    listClassSessions(db, company.id, {
      ...{ ...owner, status: "scheduled", typeId: null, repeatId: null },
      ...{ from: new Date(now - daysBefore * msPerDay), to: until, after: null, limit: mostToCome },
    }),
  ])
  const known = appointments.filter(
    ({ cancelled_at }) => cancelled_at === null || cancelled_at.getTime() > now - daysCancelled * msPerDay,
  )
  const say = await wordsOf(context, company, shown, known)
  const events = [
    ...known.map((one) => ({ startAt: one.start_at.getTime(), event: say.appointment(one) })),
    ...sessions.map((one) => ({ startAt: one.start_at.getTime(), event: say.session(one) })),
  ]
  const distance = ({ startAt }: { startAt: number }) =>
    startAt >= now ? startAt - now : daysAfter * msPerDay + now - startAt
  return events.sort((a, b) => distance(a) - distance(b)).map(({ event }) => event)
}

async function wordsOf(
  context: AppContext,
  company: Company,
  { customer, providerId }: Shown,
  appointments: readonly Appointment[],
) {
  const { db, mails, bookUrl, baseUrl, sealer } = context
  const address = bookUrl ?? baseUrl
  const companyName = withoutLinks(company.name)
  const domain = mails?.from.split("@")[1] ?? (address === null ? "localhost" : new URL(address).hostname)
  const told: ToldInCalendars = {
    ...{ companyId: company.id, method: "PUBLISH", companyName, organizer: null, attendee: null },
    ...{ location: null, locale: company.locale, domain },
  }
  const [customers, series] = await Promise.all([
    customer === "nothing"
      ? []
      : store.listFedCustomers(db, company.id, [...new Set(appointments.map((one) => one.customer_id))]),
    store.listFeedSeries(db, company.id, [...new Set(appointments.flatMap((one) => one.series_id ?? []))]),
  ])
  const [customerOf, seriesOf] = [byId(customers), byId(series)]
  const nameOf = ({ customer_id }: Appointment) => {
    const one = customerOf.get(customer_id)
    const names = customer === "name_and_address" ? [one?.first_name, one?.last_name] : [one?.first_name]
    return withoutLinks(names.filter(Boolean).join(" "))
  }
  /** A provider's own feed names no provider. */
  const whoOf = (provider_name: string) => (providerId === null ? withoutLinks(provider_name) : "")

  return {
    appointment(one: Appointment): ItipEvent {
      const set = one.series_id === null ? undefined : seriesOf.get(one.series_id)
      const event = eventOf({ sealer }, told, one, set?.firstId)
      const stands = one.status !== "cancelled"
      const type = typeInWords(company.locale, one)
      const isWindow = one.work_minutes !== null
      const planned = isWindow && one.planned_start_at ? plannedAt(company, one, one.planned_start_at) : ""
      const said = [type, whoOf(one.provider_name), stands ? nameOf(one) : ""].filter(Boolean).join(" – ")
      return {
        ...event,
        ...(set && { replaces: { timezone: set.timezone, wall: set.walls[one.series_index!]! } }),
        summary: stands && planned ? `${planned} ${said}` : said,
        description: null,
        location: stands ? whereOf(one, customer) : null,
        isTentative: one.status === "pending",
        isFree: isWindow || !stands,
      }
    },
    session(one: ClassSession): ItipEvent {
      const seats = `${one.seats_taken}/${one.seats}`
      return {
        method: "PUBLISH",
        uid: `${markOf(sealer, "session", company.id, one.id)}@${domain}`,
        sequence: one.version - 1,
        updatedAt: one.updated_at,
        timezone: one.timezone,
        blocks: [{ start_time: iso(one.start_at), end_time: iso(one.end_at) }],
        summary: [withoutLinks(one.type_name), whoOf(one.provider_name), seats].filter(Boolean).join(" – "),
        description: null,
        location: one.place === "at_location" ? withoutLinks(one.location_name) : null,
        ...{ organizer: null, attendee: null },
      }
    },
  }
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

const plannedAt = ({ locale }: Company, { timezone }: Appointment, at: Date) =>
  `≈ ${formatClock(locale, timezone, at.getTime())}`

function whereOf({ place, location_name, address }: Appointment, customer: Shown["customer"]): string | null {
  if (place === "at_location") return withoutLinks(location_name)
  if (place !== "at_customer" || address === null || customer !== "name_and_address") return null
  return withoutLinks(addressLine(address))
}
