/** The holder of a booking link acts as the customer of its request. Each request of the link's page opens the link here. */
import type { AppContext } from "../context.ts"
import type { Actor } from "../model/actor.ts"
import type { Appointment } from "../model/appointment.ts"
import { Refusal } from "../model/errors.ts"
import { isLinkToken, tokenHash } from "../model/link-token.ts"
import type { LoadedSchedules } from "../model/schedules.ts"
import type { SchedulingRequest } from "../model/scheduling-request.ts"
import { hasEnded, type LinkState, linkState } from "../rules/requests/link-state.ts"
import { findAppointment } from "../store/appointments.ts"
import { findLink, type LinkEntry } from "../store/directory.ts"
import { loadSchedules } from "../store/schedules.ts"
import { utcDayOf } from "../time/units.ts"

export interface OpenedLink {
  companyId: number
  actor: Extract<Actor, { kind: "link" }>
  loaded: LoadedSchedules
  request: SchedulingRequest
  /** The request's appointment that is not cancelled. */
  appointment: Appointment | null
  state: LinkState
  now: number
}

/** The company of a link that ended; null for a token that was never a link. */
export type EndedLink = Pick<
  LinkEntry,
  "active" | "companyName" | "companyPhone" | "companyLocale" | "companyAccentColor" | "embedOrigins"
> | null

/** The link is not active any more, or never was. */
export class LinkEnded extends Refusal {
  readonly link: EndedLink

  constructor(link: EndedLink) {
    const details = link && { company_name: link.companyName, company_phone: link.companyPhone }
    super("link_ended", details ? { details } : {})
    this.link = link
  }
}

/** Throws `LinkEnded`, with the company to call if the link once worked. */
export async function openLink(context: AppContext, token: string): Promise<OpenedLink> {
  const entry = isLinkToken(token) ? await findLink(context.db, tokenHash(token)) : null
  if (!entry) throw new LinkEnded(null)
  if (!entry.active || !entry.linksEnabled) throw new LinkEnded(entry)
  const link = await readLink(context, entry)
  if (!link || hasEnded(link.state)) throw new LinkEnded(entry)
  return link
}

/** Reads the link again after a cancel: the page shows the request's new state, also when nothing more can be booked. */
export async function reopenLink(context: AppContext, link: OpenedLink): Promise<OpenedLink> {
  const { companyId, request, loaded } = link
  const entry = {
    companyId,
    requestId: request.id,
    linkVersion: request.link_version,
    typeId: request.appointment_type_id,
    customerId: request.customer_id,
    appointmentId: null,
  }
  return (await readLink(context, entry)) ?? { ...link, loaded, appointment: null, state: "cancelled" }
}

type ReadEntry = Omit<LinkEntry, "linksEnabled" | keyof NonNullable<EndedLink>>

async function readLink(context: AppContext, entry: ReadEntry): Promise<OpenedLink | null> {
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
    }),
    entry.appointmentId === null ? null : findAppointment(context.db, entry.companyId, entry.appointmentId),
  ])
  if (!loaded.type || !loaded.customer || !loaded.request) return null
  const { request } = loaded
  return {
    companyId: entry.companyId,
    actor: { kind: "link", requestId: entry.requestId, linkVersion: entry.linkVersion },
    loaded,
    request,
    appointment,
    state: linkState(request, appointment, loaded, now),
    now,
  }
}
