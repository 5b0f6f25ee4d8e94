/** A step of outreach, judged and worded when its time has come: by whether it is still wanted, welcome and possible. */

import type { AppContext } from "../../context.ts"
import type { StepAtHand } from "../../model/outreach.ts"
import type { TextRow } from "../../model/text-message.ts"
import { filledText, usesBookingLink } from "../../rules/texts/sms-text.ts"
import { whyUnwanted } from "../../rules/texts/still-wanted.ts"
import { findLocationZone, zonesServing } from "../../store/locations.ts"
import { findStepAtHand } from "../../store/outreach-runs.ts"
import { startConversation } from "../agent/start-conversation.ts"
import { bookingUrl } from "../scheduling-requests/show-request.ts"
import { type Addressee, findAddressee, firstAllowedFor } from "./addressee.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeStep(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const step = await findStepAtHand(context.db, companyId, row.run_id!, row.step_position!)
  if (step?.run_status !== "running") return skip(step?.end_reason ?? "stopped")
  const { appointment_type_id: typeId, location_id: locationId } = step.request
  const zones = await zonesServing(context.db, companyId, typeId, locationId)
  const unwanted = whyUnwanted(step.request, now, zones)
  if (unwanted) return skip(unwanted)

  const addressee = await findAddressee(context, companyId, row)
  if (typeof addressee === "string") return skip(addressee)
  const from = sender(context, step, addressee)
  if (from === null) return skip(step.channel === "sms" ? "no_sms_channel" : "no_voice_agent")
  const link = linkFor(context, step, addressee)
  if (link === null) return skip("no_booking_link")

  const locationZone = locationId === null ? null : await findLocationZone(context.db, companyId, locationId)
  const until = firstAllowedFor(addressee, locationZone ?? addressee.company.timezone, now)
  if (until > now) return { kind: "wait", until }
  if (step.sms_text !== null) return worded(step.sms_text, step, addressee, { from, link })
  const called = { call_sid: "outbound", called_number: from, caller_id: addressee.phone }
  const variables = await startConversation(context, companyId, called, now)
  return { kind: "call", call: { from, to: addressee.phone, variables } }
}

/** The number that it goes from; null when the company has none, or the host nothing to send it with. */
function sender(context: AppContext, { channel }: StepAtHand, { company }: Addressee): string | null {
  if (channel === "sms") return context.texts === null ? null : company.sms_phone
  return context.voiceAgent === null ? null : company.voice_phone
}

/** What `{booking_link}` stands for, empty where the step has none; null when it has one that cannot be given out. */
function linkFor(
  context: AppContext,
  { sms_text, request }: StepAtHand,
  { company }: Addressee,
): string | null {
  if (sms_text === null || !usesBookingLink(sms_text)) return ""
  return context.bookUrl !== null && company.booking_links_enabled ? bookingUrl(context, request) : null
}

function worded(
  template: string,
  step: StepAtHand,
  addressee: Addressee,
  { from, link }: { from: string; link: string },
): Composed {
  const body = filledText(template, {
    booking_link: link,
    first_name: addressee.first_name,
    appointment_type: step.type_name,
    phone: addressee.company.call_phone ?? from,
  })
  return { kind: "text", text: { from, to: addressee.phone, body } }
}
