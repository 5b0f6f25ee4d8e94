/** The holder of a waiting entry's link acts as its customer. Each request of the link's page opens the link here. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { isLinkToken, tokenHash } from "../../domain/model/link-token.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { NamedEntry, NamedOffer, WaitingOffer } from "../../domain/model/waiting-entry.ts"
import { wasDeclined } from "../../domain/rules/booking/pending.ts"
import { type OfferedTime, offerParts, spansOfOffer } from "../../domain/rules/waiting/fits.ts"
import { type OfferNow, offerNow } from "../../domain/rules/waiting/offer-state.ts"
import { msPerMinute, utcDayOf } from "../../domain/time/units.ts"
import { findAppointment, listOfGroup } from "../ledger/appointments.sql.ts"
import { liveHoldOf } from "../ledger/kept-by-hold.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { findEntry, findWaitingStanding } from "../ledger/waiting-entries.sql.ts"
import { heldByOthers, lastOfferOf, openOffersAt } from "../ledger/waiting-offers.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { findWaitingLink } from "../platform/directory.sql.ts"
import { givesLinks, managingUrl } from "../platform/links.ts"
import type { Call } from "../platform/operation.ts"
import { limitLinkUses, limitLinkViews } from "../platform/rate-limits.ts"
import { LinkEnded } from "../requests/booking-link.ts"
import { holderOfEntry } from "./keep-entries.ts"
import { timesFor } from "./offered-times.ts"

export interface WaitingLink {
  companyId: number
  entryId: number
  linkVersion: number
}

/** Throws `LinkEnded`. */
export async function openWaitingLink(host: AppContext, token: string): Promise<WaitingLink> {
  const entry = await entryOf(host, token)
  if (!entry) throw new LinkEnded(null)
  if (!entry.active || !entry.linksEnabled) throw new LinkEnded(entry)
  return entry
}

/** For a write, which counts by the link. Throws `LinkEnded` and `rate_limited`. */
export async function openWaitingLinkForUse(
  host: AppContext,
  token: string,
  clientAddress: string,
): Promise<WaitingLink> {
  await findCounted(host, token, clientAddress)
  return openWaitingLink(host, token)
}

/**
 * Opens the link for a page that shows its version `shown`; null where that still stands. Counts as a write does: by the link.
 * Throws `LinkEnded` and `rate_limited`.
 */
export async function openWaitingLinkIfChanged(
  host: AppContext,
  token: string,
  { shown, clientAddress }: { shown: string; clientAddress: string },
): Promise<WaitingLink | null> {
  const entry = await findCounted(host, token, clientAddress)
  if (!entry) throw new LinkEnded(null)
  if (!entry.active || !entry.linksEnabled) throw new LinkEnded(entry)
  const { db, clock } = await contextOf(host, entry.companyId)
  const standing = await findWaitingStanding(db, entry.companyId, entry.entryId, clock.now())
  return standing === shown ? null : entry
}

async function findCounted(host: AppContext, token: string, clientAddress: string) {
  const entry = await entryOf(host, token)
  await (entry
    ? limitLinkUses(host, { of: "waiting_entry", companyId: entry.companyId, id: entry.entryId })
    : limitLinkViews(host, clientAddress))
  return entry
}

const entryOf = async (host: AppContext, token: string) =>
  isLinkToken(token) ? findWaitingLink(host.db, tokenHash(token)) : null

export const callOfLink = (
  { companyId, entryId, linkVersion }: WaitingLink,
  { requestId, now }: { requestId: string; now: number },
): Call => ({
  companyId,
  actor: { kind: "link", of: "waiting_entry", id: entryId, linkVersion },
  requestId,
  now,
})

/** The data of the link's page. */
export interface OpenedWaiting {
  version: string
  entry: NamedEntry
  loaded: LoadedSchedules
  /** The open offer, else the last one; null where none was made. Of several types with the parts as they are offered now. */
  offer: { row: NamedOffer; stands: OfferNow } | null
  /** The appointment that is to become earlier, and what was booked; null without one. */
  keeps: Appointment | null
  booked: Appointment | null
  /** All that were booked at the same coming, in their order; empty where it stands alone. */
  bookedWith: readonly Appointment[]
  /** The booking was a request, and staff declined it. */
  isDeclined: boolean
  now: number
}

/** Throws `LinkEnded` when the entry, its type or its customer is gone. */
export async function readWaiting(host: AppContext, call: Call, entryId: number): Promise<OpenedWaiting> {
  const { companyId, now } = call
  const context = await contextOf(host, companyId)
  // Before all else: what changes meanwhile is shown at the latest when the page asks next.
  const version = await findWaitingStanding(context.db, companyId, entryId, now)
  const entry = await findEntry(context.db, companyId, entryId)
  if (!entry || version === null) throw new LinkEnded(null)
  const today = utcDayOf(now)
  const find = (id: number | null) => (id === null ? null : findAppointment(context.db, companyId, id))
  const [loaded, row, keeps, booked] = await Promise.all([
    loadSchedules(context.db, {
      companyId,
      typeId: entry.appointment_type_id,
      firstDay: today,
      endDay: today,
      customerId: entry.customer_id,
      requestId: null,
      providerId: null,
      locationId: null,
      movedAppointmentId: null,
      blockCount: 1,
      onlyWanted: true,
      now,
    }),
    lastOfferOf(context.db, companyId, entryId),
    find(entry.appointment_id),
    find(entry.booked_appointment_id),
  ])
  if (!loaded.type || !loaded.customer) throw new LinkEnded(null)
  const isSeat = loaded.type.seats !== null
  const offer = row && (await standingOf(context, call, { entry, offer: row, isSeat }))
  const group = booked?.group_id ? await listOfGroup(context.db, companyId, booked.group_id) : []
  const bookedWith = group.filter(({ status }) => status === "scheduled")
  const stillKept = keeps?.status === "scheduled" ? keeps : null
  const isDeclined = booked !== null && wasDeclined(booked)
  return { version, entry, loaded, offer, keeps: stillKept, booked, bookedWith, isDeclined, now }
}

/** The link by which what was booked is moved and cancelled; null where links are not set up. */
export const manageUrlOf = (
  context: AppContext,
  { loaded }: OpenedWaiting,
  booked: Appointment,
): string | null => (givesLinks(context, loaded.company) ? managingUrl(context, booked, null) : null)

/** The present worth of the offer, by holds, by the line and by a search. */
async function standingOf(
  context: AppContext,
  { companyId, now }: Call,
  { entry, offer, isSeat }: { entry: NamedEntry; offer: NamedOffer; isSeat: boolean },
): Promise<NonNullable<OpenedWaiting["offer"]>> {
  const from = offer.start_at.getTime() / msPerMinute
  const own = await liveHoldOf(context.db, { companyId, now }, holderOfEntry(entry.id))
  const holdId = own?.id ?? null
  const gap = { providerId: offer.provider_id, from, to: from + 1 }
  const spans = spansOfOffer(offer)
  const [until, open, { times }] = await Promise.all([
    Promise.all(spans.map((span) => heldByOthers(context.db, companyId, { ...span, holdId }, now))),
    Promise.all(
      spans.map(({ providerId, start, end }) => {
        const [since, to] = [new Date(start * msPerMinute), new Date(end * msPerMinute)]
        return openOffersAt(context.db, companyId, { providerId, from: since, to })
      }),
    ),
    timesFor(context, companyId, entry, gap, { now, holdId }),
  ])
  const found = times.find(
    (time) =>
      time.start === from && time.providerId === offer.provider_id && time.locationId === offer.location_id,
  )
  const isOwn = own !== null && own.id === offer.hold_id
  // Several types may follow one another in another manner than when they were offered.
  const isFreeOtherwise = found !== undefined && found.parts !== null
  const stands = offerNow(
    offer,
    {
      ownUntil: isOwn ? own.expires_at : null,
      othersUntil: isFreeOtherwise ? null : latestOf(until),
      inLine: inLineOf(open.flat()),
      isOffered: found !== undefined,
      isSeat,
    },
    now,
  )
  return { row: !isOwn && found?.parts ? withParts(offer, entry, found) : offer, stands }
}

const latestOf = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((last, date) => (last === null || (date !== null && date > last) ? date : last), null)

/** The first who asked comes first, in any part of the time. */
function inLineOf(open: readonly WaitingOffer[]): WaitingOffer[] {
  const once = [...new Map(open.map((offer) => [offer.id, offer])).values()]
  const askedAt = ({ asked_for_at }: WaitingOffer) => asked_for_at?.getTime() ?? Number.POSITIVE_INFINITY
  return once.toSorted((a, b) => askedAt(a) - askedAt(b) || a.id - b.id)
}

/** As it would be held now. */
function withParts(offer: NamedOffer, entry: NamedEntry, time: OfferedTime): NamedOffer {
  const names = [entry.type_name, ...entry.then_type_names]
  const parts = offerParts(time)!.map((part, i) => ({
    ...part,
    type_name: names[i] ?? "",
    provider_name: time.parts![i]!.providerName,
  }))
  return { ...offer, end_at: new Date(time.end * msPerMinute), parts }
}
