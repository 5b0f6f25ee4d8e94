/** The links of a customer's upcoming appointments, for the holder of one of the customer's numbers. */

import type { Appointment } from "../../domain/model/appointment.ts"
import type { TextRow } from "../../domain/model/text-message.ts"
import { type ListedAppointment, listText } from "../../domain/rules/texts/list-wording.ts"
import { type Addressee, findAddressee } from "../customers/addressees.ts"
import { listUpcoming } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { askerOf, type ComposedText, managingUrlOf, senderOf, sendTo, skip } from "./composed.ts"

/** Carriers take 1,600 characters in a text, and so many lines with their links stay below that. */
const mostListed = 12

/** A customer with more upcoming appointments than these has mostly series. */
const mostRead = 200

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
  const { listed, more } = await listedAppointments(context, companyId, addressee, row.customer_id!, now)
  if (listed.length === 0) return skip("nothing_upcoming")
  const body = listText(row.purpose === "links" ? "asked" : "stopped", listed, senderOf(addressee), more)
  return body === null ? skip("no_booking_link") : sendTo(context, companyId, addressee, { from, body })
}

interface Listed {
  listed: ListedAppointment[]
  /** So many lines found no room. */
  more: number
}

/** Appointments that have not begun, soonest first, each with its link: a series and a group are one line. */
export async function listedAppointments(
  context: AppContext,
  companyId: number,
  addressee: Pick<Addressee, "company">,
  customerId: number,
  now: number,
): Promise<Listed> {
  const upcoming = await listUpcoming(context.db, companyId, customerId, { now, most: mostRead })
  const lines = inLines(upcoming.filter(({ start_at }) => start_at.getTime() > now))
  const listed = lines.slice(0, mostListed).map(async ([first, ...others]) => ({
    ...first!,
    manageUrl: await managingUrlOf(context, companyId, addressee, first!),
    moreOfSeries: first!.series_id === null ? 0 : others.length,
  }))
  return { listed: await Promise.all(listed), more: Math.max(0, lines.length - mostListed) }
}

/** The appointments of one series, and those booked together, by the first of them. */
function inLines(upcoming: readonly Appointment[]): Appointment[][] {
  const lines = new Map<string, Appointment[]>()
  for (const one of upcoming) {
    const key =
      one.series_id !== null
        ? `series ${one.series_id}`
        : one.group_id !== null
          ? `group ${one.group_id}`
          : `one ${one.id}`
    lines.set(key, [...(lines.get(key) ?? []), one])
  }
  return [...lines.values()]
}
