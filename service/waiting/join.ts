/** Joining the waiting list by a visitor whose number was verified, and by the holder of a booking link or a manage link. */
import { pageSource } from "../../domain/model/contact.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { PublicPage, VerifiedVisit } from "../../domain/model/public-page.ts"
import type { NamedEntry } from "../../domain/model/waiting-entry.ts"
import { type SentWishes, unreachable } from "../../domain/rules/waiting/join.ts"
import { recordEmailConsent } from "../customers/email-consents.ts"
import { findRecipient } from "../customers/recipients.sql.ts"
import { grantTexts } from "../customers/record-consents.ts"
import { standsOf } from "../messages/reach-waiting.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, waitUrl } from "../platform/links.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import type { OpenedLink } from "../requests/booking-link.ts"
import { bookableType } from "../ways-in/public-page/find-times.ts"
import { type JoinWish, joinList } from "./keep-entries.ts"

export interface Joined {
  entry: NamedEntry
  /** Null when links are not set up. */
  waitUrl: string | null
}

type Wishes = SentWishes & { latest_date: string }

/** The boxes that were ticked beside the wishes. */
export interface Consents {
  textOffers: boolean
  mailOffers: boolean
}

/** Throws `registration_needed` for a number that identifies no customer, and `invalid_input` where no offer could reach them. */
export async function joinAsVisitor(
  context: AppContext,
  call: Call,
  page: PublicPage,
  visit: VerifiedVisit,
  wish: {
    typeId: number
    thenTypeIds?: number[] | undefined
    sameProvider?: boolean | undefined
    wishes: Wishes
    consents: Consents
  },
): Promise<Joined> {
  const { customer } = visit
  if (!customer) throw new Refusal("registration_needed")
  const { typeId, thenTypeIds = [], sameProvider } = wish
  for (const id of [typeId, ...thenTypeIds]) await bookableType(context, page, id, false)
  const joining = {
    ...wish.wishes,
    customer_id: customer.id,
    ...{ appointment_type_id: typeId, then_type_ids: thenTypeIds, same_provider: sameProvider },
  }
  return join(context, call, joining, { ...wish.consents, phone: visit.phone })
}

/** A request's holder waits for its type; one who has an appointment waits for an earlier time of it. */
export function joinByLink(
  context: AppContext,
  call: Call,
  { request, appointment, loaded }: OpenedLink,
  { wishes, consents }: { wishes: Wishes; consents: Consents },
): Promise<Joined> {
  const isScheduled = appointment?.status === "scheduled"
  if (!request && !isScheduled) throw new Refusal("appointment_not_scheduled")
  const joining = {
    ...wishes,
    customer_id: loaded.customer!.id,
    appointment_type_id: loaded.type!.id,
    appointment_id: isScheduled ? appointment.id : null,
  }
  return join(context, call, joining, { ...consents, phone: null })
}

/** `phone` is the number whose holder joins; else the customer's main one is meant. */
async function join(
  context: AppContext,
  call: Call,
  wish: JoinWish,
  consents: Consents & { phone: string | null },
): Promise<Joined> {
  const withLink = await linksAreSetUp(context, call)
  return write(context, call, "create_waiting_entry", async (tx) => {
    const { entry } = await joinList(tx, context, call, wish)
    await agree(context, tx, call, wish.customer_id, consents)
    await refuseUnreachable(context, tx, call, entry, consents)
    const result = { entry, waitUrl: withLink ? waitUrl(context, entry) : null }
    return { result, targetId: entry.id, customerId: entry.customer_id, fields: Object.keys(wish) }
  })
}

/** A ticked box is a consent to offers; an empty one says nothing. */
async function agree(
  { sealer }: AppContext,
  tx: Tx,
  { companyId, now }: Call,
  customerId: number,
  { textOffers, mailOffers, phone }: Consents & { phone: string | null },
): Promise<void> {
  if (!textOffers && !mailOffers) return
  const recipient = await findRecipient(tx, companyId, customerId)
  const number = phone ?? recipient?.phones[0]
  if (textOffers && number) await grantTexts(tx, sealer, companyId, number, now)
  if (mailOffers && recipient?.email) {
    const said = { email: recipient.email, event: "granted", source: pageSource } as const
    await recordEmailConsent(tx, sealer, companyId, said, now)
  }
}

/** A company that sends offers refuses customers whom no offer could reach. Earlier consents count. */
async function refuseUnreachable(
  context: AppContext,
  tx: Tx,
  { companyId, now }: Call,
  entry: NamedEntry,
  { mailOffers }: Consents,
): Promise<void> {
  const { sends, reach, hasEmail } = await standsOf(context, tx, companyId, entry, now)
  if (sends && reach === null) throw unreachable({ mailOffers, hasEmail })
}
