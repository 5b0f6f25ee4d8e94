/** A step of outreach, judged and worded when its time has come: by whether it is still wanted, welcome and possible. */
import type { StepAtHand } from "../../model/outreach.ts"
import type { TextRow } from "../../model/text-message.ts"
import { filledText, usesBookingLink } from "../../rules/outreach/sms-text.ts"
import { whyUnwanted } from "../../rules/outreach/still-wanted.ts"
import { whyNotWelcome } from "../../rules/texts/consent.ts"
import { nextAllowed } from "../../rules/texts/quiet-hours.ts"
import { zonesOfRecipient } from "../../rules/texts/recipient-zones.ts"
import { findNewestConsent } from "../../store/consents.ts"
import { findStepAtHand } from "../../store/outreach-runs.ts"
import { findRecipient, type Recipient } from "../../store/recipients.ts"
import { findLocationZone, zonesServing } from "../../store/zones.ts"
import { startConversation } from "../agent/start-conversation.ts"
import type { House } from "../house.ts"
import { bookingUrl } from "../scheduling-requests/show-request.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeStep(
  house: House,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const step = await findStepAtHand(house.db, companyId, row.run_id!, row.step_position!)
  if (step?.run_status !== "running") return skip(step?.end_reason ?? "stopped")
  const { request } = step
  const zones = await zonesServing(house.db, companyId, request.appointment_type_id, request.location_id)
  const unwanted = whyUnwanted(request, now, zones)
  if (unwanted) return skip(unwanted)

  const recipient = await findRecipient(house.db, companyId, row.customer_id!)
  if (!recipient || recipient.archived || recipient.phone === null) return skip("no_phone")
  const from = sender(house, step, recipient)
  if (from === null) return skip(step.channel === "sms" ? "no_sms_channel" : "no_voice_agent")
  const hashes = house.sealer.phoneHashes(companyId, recipient.phone)
  const newest = await findNewestConsent(house.db, companyId, hashes, step.channel)
  const unwelcome = whyNotWelcome("outreach", newest, recipient.source)
  if (unwelcome) return skip(unwelcome)
  if (lacksLink(house, step, recipient)) return skip("no_booking_link")

  const placeZone =
    request.location_id === null ? null : await findLocationZone(house.db, companyId, request.location_id)
  const until = firstAllowed(recipient, placeZone ?? recipient.company.timezone, now)
  if (until > now) return { kind: "wait", until }
  const { phone: to } = recipient
  if (step.sms_text !== null) return text(house, { step, recipient, from, to })
  const called = { call_sid: "outbound", called_number: from, caller_id: to }
  return {
    kind: "call",
    call: { from, to, variables: await startConversation(house, companyId, called, now) },
  }
}

/** The number that it goes from; null when the company has none, or the host nothing to send it with. */
function sender(house: House, { channel }: StepAtHand, { company }: Recipient): string | null {
  if (channel === "sms") return house.texts === null ? null : company.sms_phone
  return house.voiceAgent === null ? null : company.voice_phone
}

function lacksLink(house: House, { sms_text }: StepAtHand, { company }: Recipient): boolean {
  const areSetUp = house.bookUrl !== null && company.booking_links_enabled
  return sms_text !== null && usesBookingLink(sms_text) && !areSetUp
}

function firstAllowed(recipient: Recipient, placeZone: string, now: number): number {
  const { quiet_start_minute: startMinute, quiet_end_minute: endMinute } = recipient.company
  const zones = zonesOfRecipient({ ...recipient, phone: recipient.phone! }, { placeZone })
  return nextAllowed({ startMinute, endMinute }, zones, now)
}

interface Said {
  step: StepAtHand
  recipient: Recipient
  from: string
  to: string
}

function text(house: House, { step, recipient, from, to }: Said): Composed {
  const template = step.sms_text!
  const body = filledText(template, {
    booking_link: usesBookingLink(template) ? bookingUrl(house, step.request) : "",
    first_name: recipient.first_name,
    appointment_type: step.type_name,
    phone: recipient.company.call_phone ?? from,
  })
  return { kind: "text", text: { from, to, body } }
}
