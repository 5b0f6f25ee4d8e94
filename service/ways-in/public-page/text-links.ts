/** "I have an appointment": a visitor gets the links of their upcoming appointments by text, and sees none on the page. */

import { Refusal } from "../../../domain/model/errors.ts"
import type { VerifiedVisit } from "../../../domain/model/public-page.ts"
import { type PublicPage, phoneToCall } from "../../../domain/model/public-page.ts"
import { textLinks } from "../../messages/announce.ts"
import type { AppContext } from "../../platform/context.ts"
import { givesLinks } from "../../platform/links.ts"
import type { Call } from "../../platform/operation.ts"
import { limitLinkTexts } from "../../platform/rate-limits.ts"
import { write } from "../../platform/write.ts"

/** True where the page can text links: the company gives out links and has a number to text from. */
export const canTextLinks = (context: AppContext, page: PublicPage): boolean =>
  givesLinks(context, page) && page.sms_phone !== null && context.texts !== null

/**
 * Succeeds alike whether the number has appointments, and whether it may be texted: that is judged as the text goes. Throws
 * `booking_links_not_set_up`, and `rate_limited` after three texts an hour to the number.
 */
export async function textAppointmentLinks(
  context: AppContext,
  call: Call,
  page: PublicPage,
  { customer, phone }: VerifiedVisit,
): Promise<void> {
  const details = { company_phone: phoneToCall(page) }
  if (!canTextLinks(context, page)) throw new Refusal("booking_links_not_set_up", { details })
  await limitLinkTexts(context, page.companyId, phone, details)
  if (customer === null) return
  await write(context, call, "text_appointment_links", async (tx) => {
    const asked = { purpose: "links" as const, once: null, customerId: customer.id, phone }
    await textLinks(tx, context.sealer, call.companyId, asked, call.now)
    return { result: null, targetId: customer.id, customerId: customer.id, fields: [] }
  })
}
