/** Links that customers hold: a request's booking link, the manage link of an appointment without a request, and an entry's of the waiting list. */
import { type Actor, seatOf } from "../../domain/model/actor.ts"
import {
  type Appointment,
  type CompanyAppointment,
  companyAppointment,
} from "../../domain/model/appointment.ts"
import {
  type LinkColumns,
  type LinkKeys,
  type LinkOf,
  linkOf,
  linkPath,
  linkToken,
  type NewLink,
  newLink,
  tokenHash,
} from "../../domain/model/link-token.ts"
import { wantsLinks } from "../company/companies.sql.ts"
import { enterLink, retireEntries } from "./directory.sql.ts"
import type { Db, Tx } from "./pg/database.ts"
import type { Random } from "./ports.ts"

/** The part of the context that makes the address of a link. */
export interface LinkContext {
  /** Null when the host has no booking pages. */
  bookUrl: string | null
  linkKeys: LinkKeys
}

/**
 * True where links can be given out: the host has booking pages and the company wants links. A provider's seat is given no
 * customer's link.
 */
export async function linksAreSetUp(
  { db, bookUrl }: { db: Db; bookUrl: string | null },
  { companyId, actor }: { companyId: number; actor?: Actor },
): Promise<boolean> {
  if (actor && seatOf(actor) !== null) return false
  return bookUrl !== null && (await wantsLinks(db, companyId))
}

/** The data that makes new links. */
export interface LinkMaker {
  linkKeys: LinkKeys
  random: Random
}

export const makeLink = ({ linkKeys, random }: LinkMaker): NewLink => newLink(linkKeys, random.bytes)

/** Null when the host no longer has the key that the link was made with: rotating the link gives a new one. */
function linkUrl({ bookUrl, linkKeys }: LinkContext, link: LinkOf): string | null {
  if (bookUrl === null || linkKeys.every(({ id }) => id !== link.keyId)) return null
  return bookUrl + linkPath(link.of, linkToken(linkKeys, link))
}

export const bookingUrl = (context: LinkContext, request: LinkColumns): string | null =>
  linkUrl(context, linkOf("request", request))

/** The link that manages the appointment: its request's, else its own. */
export const managingUrl = (
  context: LinkContext,
  appointment: OwnLink,
  request: LinkColumns | null,
): string | null => (request ? bookingUrl(context, request) : manageUrl(context, appointment))

/** Null for an appointment with a request, which the request's booking link manages. */
export function manageUrl(context: LinkContext, appointment: OwnLink): string | null {
  const link = manageLinkOf(appointment)
  return link && linkUrl(context, link)
}

/** The link of an entry of the waiting list. */
export const waitUrl = (context: LinkContext, entry: LinkColumns): string | null =>
  linkUrl(context, linkOf("waiting_entry", entry))

type OwnLink = Pick<Appointment, "id" | "link_version" | "link_key_id" | "link_random">

/** Null for an appointment with a request, which has no link of its own. */
export function manageLinkOf({ link_key_id, ...link }: OwnLink): LinkOf | null {
  return link_key_id === null ? null : linkOf("appointment", { ...link, link_key_id })
}

/** The same for a company that is read already. */
export const givesLinks = (
  { bookUrl }: { bookUrl: string | null },
  { booking_links_enabled }: { booking_links_enabled: boolean },
): boolean => bookUrl !== null && booking_links_enabled

/** An appointment as the company reads it. `withLink` says whether links are set up. */
export const showAppointment = (
  context: LinkContext,
  appointment: Appointment,
  withLink: boolean,
): CompanyAppointment => companyAppointment(appointment, withLink ? manageUrl(context, appointment) : null)

const kinds = { request: "link", appointment: "manage_link", waiting_entry: "waiting_link" } as const

/** Makes the link findable by its token's hash. The link before it stays known as replaced. */
export function issueLink(tx: Tx, companyId: number, link: LinkOf, keys: LinkKeys): void {
  const kind = kinds[link.of]
  if (link.version > 1) retireEntries(tx, kind, companyId, link.id)
  enterLink(tx, kind, tokenHash(linkToken(keys, link)), companyId, link)
}
