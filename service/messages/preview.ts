/**
 * The texts that a write would cause, composed by the functions that send them, out of what holds now and at the time when
 * each would go.
 */

import type { Appointment, TellingChannel } from "../../domain/model/appointment.ts"
import type { ErrorCode } from "../../domain/model/errors.ts"
import type { EventType } from "../../domain/model/event.ts"
import type { OutreachPlan } from "../../domain/model/outreach.ts"
import { type PreviewedText, previewView } from "../../domain/model/preview.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { DisruptionNews, Together } from "../../domain/model/text-message.ts"
import { iso } from "../../domain/model/views.ts"
import { lengthOf } from "../../domain/rules/texts/gsm.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import { bookingUrl, manageUrl } from "../platform/links.ts"
import { staff } from "../platform/operation.ts"
import { remindersAhead, sendsMails, whyUnannounced, whyUnconfirmed } from "./announce.ts"
import { composeAppointmentMail, type MailAboutAppointment } from "./compose-appointment-mail.ts"
import { composeAppointmentText } from "./compose-appointment-text.ts"
import { judgeStep } from "./compose-outreach.ts"
import { type ComposedMail, type ComposedText, skip } from "./composed.ts"

/** The same for every operation that says what a write would cause. Each stands beside its write, and is judged as it is. */
export const previewing = {
  noun: "Previews",
  roles: staff,
  readsOnly: true,
  result: previewView,
  description:
    "Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused " +
    "as the write would be, as far as that is known without locks and without asking the provider's calendars.",
} as const

/** The codes of the write that its preview, which asks no calendars, is refused with too. */
export const withoutCalendars = (codes: readonly ErrorCode[]) =>
  codes.filter((code) => code !== "calendar_unavailable")

export const causes = (texts: PreviewedText[], ...events: EventType[]) => ({ texts, events })

/** One of several, as a preview lists it. */
export const shownIn = ({ id, start_at, timezone }: Pick<Appointment, "id" | "start_at" | "timezone">) => ({
  id,
  start_time: iso(start_at),
  timezone,
})

interface At {
  companyId: number
  /** Epoch milliseconds. */
  now: number
}

/** A text with its words, a call, or why neither goes. Waiting is over. */
type Settled =
  | Exclude<ComposedText, { kind: "wait" }>
  | { kind: "call"; from: string; to: string }
  | { kind: "unplanned"; reason: PreviewedText["reason"] }

const unplanned = (reason: PreviewedText["reason"]) => ({ kind: "unplanned", reason }) as const
const superseded = unplanned("superseded")

/** The messages after a booking, a move or a cancel: the text about it, and the reminders of the appointments booked then. */
export async function previewAppointmentTexts(
  context: AppContext,
  { companyId, now }: At,
  purpose: "confirmation" | "change",
  appointment: Appointment,
  silent: readonly TellingChannel[] = [],
  many: Many = { others: [], together: null },
): Promise<PreviewedText[]> {
  const newLink = appointment.id === 0 ? manageUrl(context, appointment) : null
  const sentBefore = new Set<string>()
  const shown: PreviewedText[] = []
  const show = (of: PreviewedText["purpose"], at: number, settled: Settled) => {
    if (settled.kind === "text") sentBefore.add(settled.text.from)
    shown.push(showText({ purpose: of, channel: "sms", at }, settled, newLink))
  }
  const compose = (of: "confirmation" | "change" | "reminder", at: number) =>
    composeAppointmentText(
      context,
      companyId,
      { purpose: of, appointment, ...manyOf(of, many), askedBy: null, sentBefore },
      at,
    )

  const reason =
    purpose === "confirmation"
      ? await whyUnconfirmed(context.db, context, companyId, appointment)
      : await whyUnannounced(context.db, context, { companyId, now }, appointment)
  const whyNone = reason ?? (silent.includes("sms") ? "silenced" : null)
  const first: Settled = whyNone === null ? settled(await compose(purpose, now)) : unplanned(whyNone)
  show(purpose, now, first)
  const goes = appointment.status === "scheduled" && context.texts !== null
  const times = goes ? await remindersAhead(context.db, { companyId, now }, appointment, "byText") : []
  for (const [index, time] of times.entries()) {
    const first = await compose("reminder", time)
    const at = first.kind === "wait" ? first.until : time
    const next = times[index + 1]
    const isOvertaken = next !== undefined && next <= at
    const composed = first.kind === "wait" ? await compose("reminder", at) : first
    show("reminder", at, isOvertaken ? superseded : settled(composed))
  }
  const isQuiet = silent.includes("mail")
  shown.push(
    ...(await previewMails(context, { companyId, now }, { purpose, appointment, many, newLink, isQuiet })),
  )
  return shown.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The appointments in the message besides the soonest. */
export interface Many {
  others: readonly Appointment[]
  together: Together | null
  /** The question by a disruption; left out for none. */
  question?: DisruptionNews
}

/** Only the change tells of the disruption. */
const manyOf = (purpose: PreviewedText["purpose"], { question, ...many }: Many): Many =>
  purpose === "change" && question !== undefined ? { ...many, question } : many

interface MailsToBe {
  purpose: "confirmation" | "change"
  appointment: Appointment
  many: Many
  newLink: string | null
  /** Staff have switched the mail about this write off. */
  isQuiet: boolean
}

/** The same of the mails: none where the host or the company sends none. */
async function previewMails(
  context: AppContext,
  { companyId, now }: At,
  { purpose, appointment, many, newLink, isQuiet }: MailsToBe,
): Promise<PreviewedText[]> {
  if (!(await sendsMails(context.db, context, { companyId, now }, appointment))) return []
  const shown: PreviewedText[] = []
  const compose = (of: PreviewedText["purpose"] & MailAboutAppointment["purpose"], at: number) =>
    composeAppointmentMail(context, companyId, { purpose: of, appointment, ...manyOf(of, many) }, at)
  const show = (of: PreviewedText["purpose"], at: number, composed: ComposedMail | "silenced") =>
    shown.push(showMail({ purpose: of, at }, composed, newLink))
  const first = await compose(purpose, now)
  show(purpose, now, isQuiet && first.kind === "mail" ? "silenced" : first)
  if (appointment.status !== "scheduled") return shown
  const times = await remindersAhead(context.db, { companyId, now }, appointment, "byMail")
  for (const [index, time] of times.entries()) {
    const first = await compose("reminder", time)
    const at = first.kind === "wait" ? first.until : time
    const next = times[index + 1]
    const isOvertaken = next !== undefined && next <= at
    show("reminder", at, isOvertaken ? skip("superseded") : await compose("reminder", at))
  }
  return shown
}

function showMail(
  { purpose, at }: { purpose: PreviewedText["purpose"]; at: number },
  composed: ComposedMail | "silenced",
  newLink: string | null,
): PreviewedText {
  const head = { purpose, channel: "mail" as const, at: iso(new Date(at)), length: null }
  const nothing = { from: null, to: null, subject: null, body: null }
  if (composed === "silenced") return { ...head, ...nothing, reason: composed }
  if (composed.kind === "wait") throw new Error("A mail waits at the time that it waited for")
  if (composed.kind === "skip") return { ...head, ...nothing, reason: composed.reason }
  const { from, to, subject, text } = composed.mail
  const body = withoutToken(text, newLink)
  return { ...head, reason: null, from: from.address, to: to.address, subject, body }
}

export interface OutreachToBe {
  request: SchedulingRequest
  typeName: string
  plan: OutreachPlan
}

/** The messages of a plan that begins now, as long as the customer does not book. */
export async function previewOutreach(
  context: AppContext,
  { companyId, now }: At,
  { request, typeName, plan }: OutreachToBe,
): Promise<PreviewedText[]> {
  const newLink = request.id === 0 ? bookingUrl(context, request) : null
  const sentBefore = new Set<string>()
  const shown: PreviewedText[] = []
  let at = now
  for (const { after_minutes, ...words } of plan.steps) {
    at += after_minutes * msPerMinute
    const { channel } = words
    const step = { ...words, request, type_name: typeName }
    const judge = () =>
      judgeStep(context, companyId, { step, customerId: request.customer_id, sentBefore }, at)
    let judged = await judge()
    if (judged.kind === "wait") {
      at = judged.until
      judged = await judge()
    }
    if (channel === "mail" || judged.kind === "mail") {
      shown.push(showMail({ purpose: "outreach", at }, judged as ComposedMail, newLink))
      continue
    }
    const end = judged.kind === "call" ? judged : settled(judged)
    if (end.kind === "text") sentBefore.add(end.text.from)
    shown.push(showText({ purpose: "outreach", channel, at }, end, newLink))
  }
  return shown
}

/** At a time that was allowed a text waits no more. */
function settled(composed: ComposedText): Exclude<ComposedText, { kind: "wait" }> {
  if (composed.kind === "wait") throw new Error("A text waits at the time that it waited for")
  return composed
}

function showText(
  { purpose, channel, at }: { purpose: PreviewedText["purpose"]; channel: "sms" | "voice"; at: number },
  settled: Settled,
  newLink: string | null,
): PreviewedText {
  const head = { purpose, channel, at: iso(new Date(at)) }
  switch (settled.kind) {
    case "text": {
      const { from, to, body } = settled.text
      return { ...head, reason: null, from, to, body: withoutToken(body, newLink), length: lengthOf(body) }
    }
    case "call":
      return { ...head, reason: null, from: settled.from, to: settled.to, body: null, length: null }
    case "skip":
    case "unplanned":
      return { ...head, reason: settled.reason, from: null, to: null, body: null, length: null }
  }
}

/** The token of a link that is yet to be made is not known; it is as long as every other. */
function withoutToken(body: string, newLink: string | null): string {
  if (newLink === null) return body
  const token = newLink.slice(newLink.lastIndexOf("/") + 1)
  return body.replaceAll(token, "x".repeat(token.length))
}
