/** A step of outreach, a text or a mail in the company's own words or a call: it goes if it is still wanted, welcome and possible. */

import type { TextRow } from "../../domain/model/text-message.ts"
import { usesBookingLink } from "../../domain/rules/texts/counted-characters.ts"
import { outreachText, whyUnwanted } from "../../domain/rules/texts/outreach.ts"
import { findLocationZone } from "../company/locations.sql.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { type Addressee, findAddressee } from "../customers/addressees.ts"
import type { AppContext } from "../platform/context.ts"
import { bookingUrl, givesLinks } from "../platform/links.ts"
import { startConversation } from "../ways-in/agent-api/start-conversation.ts"
import { composeOutreachMail } from "./compose-outreach-mail.ts"
import {
  type Composed,
  type ComposedMail,
  type ComposedText,
  firstAllowedFor,
  type JudgedStep,
  messageIdOf,
  sendTo,
  skip,
} from "./composed.ts"
import { findStepAtHand } from "./outreach-runs.sql.ts"

export async function composeStep(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const step = await findStepAtHand(context.db, companyId, row.run_id!, row.step_position!)
  if (step?.run_status !== "running") return skip(step?.end_reason ?? "stopped")
  const judged = await judgeStep(context, companyId, { step, customerId: row.customer_id! }, now)
  if (judged.kind === "mail")
    return { kind: "mail", mail: { ...judged.mail, messageId: messageIdOf(context, companyId, row.id) } }
  if (judged.kind !== "call") return judged
  const { from, to } = judged
  const called = { call_sid: "outbound", called_number: from, caller_id: to }
  const variables = await startConversation(context, companyId, called, now)
  return { kind: "call", call: { from, to, variables } }
}

/** The message of a step: its text or mail with its words, or a call between two numbers; or why nothing goes now. */
export async function judgeStep(
  context: AppContext,
  companyId: number,
  { step, customerId, sentBefore }: JudgedStep,
  now: number,
): Promise<ComposedText | ComposedMail | { kind: "call"; from: string; to: string }> {
  const { location_id: locationId } = step.request
  const zones = await zonesServing(context.db, companyId, step.request)
  const unwanted = whyUnwanted(step.request, now, zones)
  if (unwanted) return skip(unwanted)
  const { channel } = step
  if (channel === "mail") return composeOutreachMail(context, companyId, { step, customerId }, now)

  const text = { purpose: "outreach", channel, askedBy: null } as const
  const addressee = await findAddressee(context.db, context.sealer, companyId, customerId, text)
  if (typeof addressee === "string") return skip(addressee)
  const from = sender(context, step, addressee)
  if (from === null) return skip(step.channel === "sms" ? "no_sms_channel" : "no_voice_agent")
  const link = linkFor(context, step, addressee)
  if (link === null) return skip("no_booking_link")

  const locationZone = locationId === null ? null : await findLocationZone(context.db, companyId, locationId)
  const until = firstAllowedFor(addressee, locationZone ?? addressee.company.timezone, now)
  if (until > now) return { kind: "wait", until }
  if (step.sms_text === null) return { kind: "call", from, to: addressee.phone }
  const body = worded(step.sms_text, step, addressee, { from, link })
  return sendTo(context, companyId, addressee, { from, body }, sentBefore)
}

/** The number that it goes from; null when the company has none, or the host has no sender for the channel. */
function sender(context: AppContext, { channel }: JudgedStep["step"], { company }: Addressee): string | null {
  if (channel === "sms") return context.texts === null ? null : company.sms_phone
  return context.voiceAgent === null ? null : company.voice_phone
}

/** The text of `{booking_link}`: empty for a step without one, null when the step has one and no link can be given out. */
function linkFor(
  context: AppContext,
  { sms_text, request }: JudgedStep["step"],
  { company }: Addressee,
): string | null {
  if (sms_text === null || !usesBookingLink(sms_text)) return ""
  return givesLinks(context, company) ? bookingUrl(context, request) : null
}

function worded(
  template: string,
  step: JudgedStep["step"],
  addressee: Addressee,
  { from, link }: { from: string; link: string },
): string {
  return outreachText(template, {
    bookingLink: link,
    firstName: addressee.first_name,
    typeName: step.type_name,
    phone: addressee.company.call_phone ?? from,
  })
}
