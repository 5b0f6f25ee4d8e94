/** The words of a confirmation, a change or a reminder, and the number they go to, by what holds at a moment. */

import type { Appointment } from "../../domain/model/appointment.ts"
import type { PlanNews, TextQuestion, Together } from "../../domain/model/text-message.ts"
import { asOne } from "../../domain/rules/groups/as-one.ts"
import { appointmentText, isOfSeries, seriesText } from "../../domain/rules/texts/wording.ts"
import { type Addressee, findAddressee } from "../customers/addressees.ts"
import type { AppContext } from "../platform/context.ts"
import {
  type ComposedText,
  firstAllowedFor,
  managingUrlOf,
  newsOf,
  type SentBefore,
  senderOf,
  sendTo,
  skip,
  whyNoPlanNews,
} from "./composed.ts"

export interface TextAboutAppointment {
  purpose: "confirmation" | "change" | "reminder"
  /** Its news about the plan; null or left out for none. */
  planned?: PlanNews | null
  appointment: Appointment
  /** Later ones of its series that it tells of as well. */
  others?: readonly Appointment[]
  /** The other services of the visit; null or left out without any. */
  together?: Together | null
  /** The news or question that it holds beside. */
  question?: TextQuestion | null
  /** The number whose holder asked for it; null when the customer's numbers and their consents decide. */
  askedBy: string | null
  sentBefore?: SentBefore
}

export async function composeAppointmentText(
  context: AppContext,
  companyId: number,
  {
    purpose,
    planned = null,
    appointment,
    others = [],
    together = null,
    question = null,
    askedBy,
    sentBefore,
  }: TextAboutAppointment,
  now: number,
): Promise<ComposedText> {
  const { start_at, status, customer_id, booked_by: bookedBy, texts_declined: declined } = appointment
  const why = planned
    ? whyNoPlanNews(planned, appointment, now)
    : start_at.getTime() <= now
      ? skip("too_late")
      : null
  if (why) return why
  const isToCome = status === "scheduled" || (status === "pending" && purpose === "confirmation")
  if (purpose !== "change" && !isToCome) return skip("cancelled")
  const text = { purpose, channel: "sms" as const, askedBy, bookedBy, declined }
  const addressee = await findAddressee(context.db, context.sealer, companyId, customer_id, text)
  if (typeof addressee === "string") return skip(addressee)
  const from = purpose === "confirmation" ? context.platformSmsNumber : addressee.company.sms_phone
  if (from === null || context.texts === null) return skip("no_sms_channel")
  const held = purpose === "reminder" ? untilMorning(addressee, appointment, now) : null
  if (held) return held
  const manageUrl = await managingUrlOf(context, companyId, addressee, appointment)
  const asks = purpose === "reminder" ? howToAsk(addressee, appointment, manageUrl) : null
  const words = { ...senderOf(addressee), firstName: addressee.first_name, manageUrl, asks }
  const news = newsOf(purpose, appointment, planned ?? question)
  const body =
    together === "series" && others.length > 0 && isOfSeries(news)
      ? seriesText(news, [appointment, ...others], words)
      : appointmentText(news, asOne(words.locale, [appointment, ...others]), words)
  return sendTo(context, companyId, addressee, { from, body }, sentBefore)
}

/** By link only where the answer would not reach the service; not at all a customer who comes. */
function howToAsk(
  { company }: Addressee,
  { attendance }: Appointment,
  manageUrl: string | null,
): "reply" | "link" | null {
  if (attendance === "coming") return null
  if (!company.agent_takes_texts) return "reply"
  return manageUrl === null ? null : "link"
}

/** Outside the hours a reminder waits for the morning, if that is before the start. */
function untilMorning(addressee: Addressee, appointment: Appointment, now: number): ComposedText | null {
  const until = firstAllowedFor(addressee, appointment.timezone, now)
  if (until <= now) return null
  return until < appointment.start_at.getTime() ? { kind: "wait", until } : skip("too_late")
}
