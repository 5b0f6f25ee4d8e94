/** The links of a customer's upcoming appointments, for the holder of one of the customer's numbers. */

import type { TextRow } from "../../domain/model/text-message.ts"
import { type ListedAppointment, listText } from "../../domain/rules/texts/list-wording.ts"
import { type Addressee, findAddressee } from "../customers/addressees.ts"
import { listUpcoming } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { askerOf, type ComposedText, managingUrlOf, senderOf, sendTo, skip } from "./composed.ts"

/** The soonest that one text names. */
const mostListed = 5

export async function composeLinks(
  context: AppContext,
  companyId: number,
  row: TextRow & { purpose: "links" | "cancel_reply" },
  now: number,
): Promise<ComposedText> {
  const { purpose, customer_id } = row
  const text = { purpose, channel: "sms" as const, askedBy: askerOf(context, companyId, row) }
  const addressee = await findAddressee(context.db, context.sealer, companyId, customer_id!, text)
  if (typeof addressee === "string") return skip(addressee)
  // CANCEL, which is being answered here, has stopped the company's own number at the carrier.
  const from = row.purpose === "links" ? addressee.company.sms_phone : context.platformSmsNumber
  if (from === null || context.texts === null) return skip("no_sms_channel")
  const listed = await listedAppointments(context, companyId, addressee, row.customer_id!, now)
  if (listed.length === 0) return skip("nothing_upcoming")
  const body = listText(row.purpose === "links" ? "asked" : "stopped", listed, senderOf(addressee))
  return body === null ? skip("no_booking_link") : sendTo(context, companyId, addressee, { from, body })
}

/** Appointments that have not begun, soonest first, each with its link. */
export async function listedAppointments(
  context: AppContext,
  companyId: number,
  addressee: Pick<Addressee, "company">,
  customerId: number,
  now: number,
): Promise<ListedAppointment[]> {
  const upcoming = await listUpcoming(context.db, companyId, customerId, { now, most: mostListed })
  const toCome = upcoming.filter(({ start_at }) => start_at.getTime() > now)
  return Promise.all(
    toCome.map(async (appointment) => ({
      ...appointment,
      manageUrl: await managingUrlOf(context, companyId, addressee, appointment),
    })),
  )
}
