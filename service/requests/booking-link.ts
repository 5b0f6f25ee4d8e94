/**
 * The holder of a link acts as its customer: by a booking link for a scheduling request, by a manage link for one
 * appointment without a request. Each request of the link's page opens the link here.
 */

import type { Actor } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { isLinkToken, type LinkedNoun, tokenHash } from "../../domain/model/link-token.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { wasDeclined } from "../../domain/rules/booking/pending.ts"
import {
  hasEnded,
  isTakenOut,
  type LinkState,
  linkState,
  manageLinkState,
  saysNotBooked,
} from "../../domain/rules/requests/link-state.ts"
import { nearestTo } from "../../domain/rules/requests/near-location.ts"
import { pageVersion, type Standing } from "../../domain/rules/requests/page-version.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import { findAppointment, findLastCancelledOfRequest, findLastVisited } from "../ledger/appointments.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { findLink, type LinkEntry } from "../platform/directory.sql.ts"
import { limitLinkUses, limitLinkViews } from "../platform/rate-limits.ts"

interface Opened {
  companyId: number
  actor: Extract<Actor, { kind: "link" }>
  loaded: LoadedSchedules
  state: LinkState
  /** The version of the page's view; empty after a change, until the link is read again. */
  version: string
  now: number
  /** The host keeps files, so that they can still be sent. */
  keepsFiles: boolean
}

/** `appointment` is the request's that is not cancelled; without a request it is the one that the link is for. */
export type OpenedLink = Opened &
  (
    | { request: SchedulingRequest; appointment: Appointment | null }
    | { request: null; appointment: Appointment }
  )

/** The company of a link that ended; null for a token that was never a link. */
export type EndedLink = Pick<
  LinkEntry,
  "active" | "companyName" | "companyPhone" | "companyLocale" | "companyAccentColor" | "embedOrigins"
> | null

/** The link is not active any more, or never was. */
export class LinkEnded extends Refusal {
  readonly link: EndedLink

  /** @param because the state in which a link that was not replaced has ended, for a page that showed it before */
  constructor(link: EndedLink, because: LinkState | null = null) {
    const details = link && {
      company_name: link.companyName,
      company_phone: link.companyPhone,
      ...(because === null ? {} : { because }),
    }
    super("link_ended", details ? { details } : {})
    this.link = link
  }
}

/**
 * Throws `LinkEnded`, with the company to call if the link once worked. Where the address says what the link is `of`, the
 * token of another kind is unknown.
 */
export async function openLink(context: AppContext, token: string, of?: LinkedNoun): Promise<OpenedLink> {
  const entry = await findEntry(context, token)
  return openEntry(context, of === undefined || entry?.of === of ? entry : null, isReadable)
}

/**
 * Opens the link for the appointment's calendar file. One that was cancelled can still be taken out of the calendar that it stands
 * in, until it would have begun. Throws `LinkEnded`.
 */
export async function openLinkForFile(context: AppContext, token: string): Promise<OpenedLink> {
  const isGone = ({ request, state, appointment, now }: OpenedLink) =>
    request === null && state === "cancelled" && isTakenOut(appointment, now)
  return openEntry(context, await findEntry(context, token), (link) => isReadable(link) || isGone(link))
}

/**
 * Opens the link for a search or a write, which counts by the link; a token that is no link's counts as a view of the address
 * that it came from. Throws `LinkEnded` and `rate_limited`.
 */
export async function openLinkForUse(
  context: AppContext,
  token: string,
  clientAddress: string,
): Promise<OpenedLink> {
  return openEntry(context, await findCounted(context, token, clientAddress))
}

/**
 * Opens the link for a page that shows its version `shown`; null where that still stands, which costs the look-up of the link
 * alone. Pages ask so again and again, so it counts by the link: many customers of one carrier share an address. Throws
 * `LinkEnded` and `rate_limited`.
 */
export async function openLinkIfChanged(
  context: AppContext,
  token: string,
  { shown, clientAddress }: { shown: string; clientAddress: string },
): Promise<OpenedLink | null> {
  const entry = await findCounted(context, token, clientAddress)
  if (entry?.active && entry.linksEnabled) {
    const { clock } = await contextOf(context, entry.companyId)
    if (pageVersion(entry, clock.now()) === shown) return null
  }
  return openEntry(context, entry, isReadable, true)
}

async function findCounted(context: AppContext, token: string, clientAddress: string) {
  const entry = await findEntry(context, token)
  await (entry ? limitLinkUses(context, entry) : limitLinkViews(context, clientAddress))
  return entry
}

const findEntry = async (context: AppContext, token: string): Promise<LinkEntry | null> =>
  isLinkToken(token) ? findLink(context.db, tokenHash(token)) : null

async function openEntry(
  context: AppContext,
  entry: LinkEntry | null,
  isActive = (link: OpenedLink) => !hasEnded(link.state),
  saysWhy = false,
): Promise<OpenedLink> {
  if (!entry) throw new LinkEnded(null)
  if (!entry.active || !entry.linksEnabled) throw new LinkEnded(entry)
  const link = await readLink(context, entry)
  if (!link || !isActive(link)) throw new LinkEnded(entry, saysWhy && link ? link.state : null)
  return link
}

/** Nothing more can be done by the link of a declined booking, and its page still says that it is declined. */
const isReadable = ({ state, request, appointment, now }: OpenedLink) =>
  !hasEnded(state) || (request === null && saysNotBooked(appointment, now))

/** Reads the link again after a cancel: the page shows the new state, also when nothing more can be booked. */
export async function reopenLink(context: AppContext, link: OpenedLink): Promise<OpenedLink> {
  if (link.request === null) {
    const appointment = (await findAppointment(context.db, link.companyId, link.appointment.id))!
    return { ...link, appointment, state: "cancelled", version: "" }
  }
  const { companyId, actor, request } = link
  const entry = {
    companyId,
    of: actor.of,
    id: actor.id,
    linkVersion: actor.linkVersion,
    typeId: request.appointment_type_id,
    customerId: request.customer_id,
    requestId: request.id,
    appointmentId: null,
  }
  return (await readLink(context, entry)) ?? { ...link, appointment: null, state: "cancelled" }
}

/** The last appointment of the link's customer, or their declined request, where another time can be chosen. */
export async function endedBefore(
  { db }: Pick<AppContext, "db">,
  { companyId, request, state, now }: OpenedLink,
): Promise<Appointment | null> {
  if (request === null || state !== "open") return null
  const last = await findLastCancelledOfRequest(db, companyId, request)
  return last && (wasDeclined(last) || isTakenOut(last, now)) ? last : null
}

/** The offered location that the link's customer most likely comes to; null where nothing hints at one. */
export async function nearLocationOf(
  { db }: Pick<AppContext, "db">,
  { companyId, loaded, now }: OpenedLink,
  offered: readonly { id: number }[],
): Promise<number | null> {
  if (offered.length < 2) return null
  const isOffered = (id: number | null) => offered.some((location) => location.id === id)
  const locations = loaded.locations.filter(({ id }) => isOffered(id))
  const near = nearestTo(loaded.customer!, locations)
  if (near) return near.id
  const last = await findLastVisited(db, companyId, loaded.customer!.id, now)
  return isOffered(last) ? last : null
}

/** True where a cancel leads to other times by the same link. */
export const reopens = ({ request, loaded, state, now }: OpenedLink): boolean =>
  state === "scheduled" &&
  request !== null &&
  linkState({ ...request, status: "open" }, null, loaded, now) === "open"

/** The link's appointment that was cancelled last, where no other stands by now and it is still to come. */
export async function takenOutOf(
  { db }: Pick<AppContext, "db">,
  { companyId, request, appointment, now }: OpenedLink,
): Promise<Appointment | null> {
  const last =
    request !== null && appointment === null
      ? await findLastCancelledOfRequest(db, companyId, request)
      : appointment
  return last && isTakenOut(last, now) ? last : null
}

type ReadEntry = Omit<LinkEntry, "linksEnabled" | keyof NonNullable<EndedLink> | keyof Standing> &
  Partial<Standing>

async function readLink(host: AppContext, entry: ReadEntry): Promise<OpenedLink | null> {
  const context = await contextOf(host, entry.companyId)
  const now = context.clock.now()
  const today = utcDayOf(now)
  const [loaded, appointment] = await Promise.all([
    loadSchedules(context.db, {
      companyId: entry.companyId,
      typeId: entry.typeId,
      firstDay: today,
      endDay: today,
      customerId: entry.customerId,
      requestId: entry.requestId,
      providerId: null,
      locationId: null,
      movedAppointmentId: null,
      blockCount: 1,
      onlyWanted: true,
      now,
    }),
    entry.appointmentId === null ? null : findAppointment(context.db, entry.companyId, entry.appointmentId),
  ])
  if (!loaded.type || !loaded.customer) return null
  const { companyId, of, id, linkVersion, standing = null, startAt = null, noticeMinutes = null } = entry
  const actor = { kind: "link", of, id, linkVersion } as const
  const version = standing === null ? "" : pageVersion({ standing, startAt, noticeMinutes }, now)
  const opened = { companyId, actor, loaded, version, now, keepsFiles: host.files !== null }
  const { request } = loaded
  if (request) return { ...opened, request, appointment, state: linkState(request, appointment, loaded, now) }
  return appointment && { ...opened, request: null, appointment, state: manageLinkState(appointment, now) }
}
