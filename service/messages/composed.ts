/** The decision on a text that is due, and the parts that every kind of text is composed of. */

import { timingSafeEqual } from "node:crypto"
import type { Appointment } from "../../domain/model/appointment.ts"
import type { StepAtHand } from "../../domain/model/outreach.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import type {
  PlanNews,
  SkipReason,
  StaffSkipReason,
  TextQuestion,
  TextRow,
} from "../../domain/model/text-message.ts"
import { wasNeverConfirmed, wasWithdrawn } from "../../domain/rules/booking/pending.ts"
import { zonesOfRecipient } from "../../domain/rules/texts/recipient-zones.ts"
import { nextAllowed } from "../../domain/rules/texts/send-times.ts"
import { type AppointmentNews, asFirstText, type Sender } from "../../domain/rules/texts/wording.ts"
import type { Addressee } from "../customers/addressees.ts"
import type { Recipient } from "../customers/recipients.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { hasBeenTexted } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, managingUrl } from "../platform/links.ts"
import type { OutgoingMail } from "../platform/ports/mails.ts"
import type { OutgoingCall, OutgoingText } from "../platform/ports/texts.ts"

type Outgoing = { kind: "text"; text: OutgoingText }

/** Why nothing goes now. */
export type Held =
  | { kind: "skip"; reason: SkipReason }
  /** Judged again at `until`, epoch milliseconds. */
  | { kind: "wait"; until: number }

/** A text with its words, or why none goes now. */
export type ComposedText = Outgoing | Held

/** The same for what may be a call or a mail. */
export type Composed =
  | ComposedText
  | { kind: "call"; call: OutgoingCall }
  | { kind: "mail"; mail: OutgoingMail }

/** A mail to one of the company's own people. */
export type ComposedStaffMail = Composed | { kind: "skip"; reason: StaffSkipReason }

/**
 * A mail with its words, or why none goes now. Its Message-ID is that of the row that it is queued in. `isUnproven`: to an
 * address of which nothing proves that it is the customer's, so that the host counts it.
 */
export type ComposedMail = { kind: "mail"; mail: Omit<OutgoingMail, "messageId">; isUnproven: boolean } | Held

/** A step of a run that is under way, or of one that would begin. */
export interface JudgedStep {
  step: Omit<StepAtHand, "run_status" | "end_reason">
  customerId: number
  sentBefore?: SentBefore
}

export const skip = (reason: SkipReason): Held => ({ kind: "skip", reason })

/** The number whose holder asked for the text, so that it goes to no other. */
export const askerOf = (context: AppContext, companyId: number, row: TextRow): string | null =>
  row.asked_for ? openNumber(context, companyId, row) : null

export const openNumber = ({ sealer }: AppContext, companyId: number, row: TextRow): string =>
  sealer.open(row.phone_sealed!, associatedData.text(companyId, row.id))

/** Numbers that texts to the recipient come from before this one, though they have yet to go. */
export type SentBefore = ReadonlySet<string>

/** The text as it goes. The first one from that number names the company and says how to stop. */
export async function sendTo(
  context: AppContext,
  companyId: number,
  addressee: Addressee,
  { from, body }: { from: string; body: string },
  sentBefore: SentBefore = new Set(),
): Promise<Outgoing> {
  const { phone } = addressee
  const hashes = context.sealer.phoneHashes(companyId, phone)
  const isFirst = !sentBefore.has(from) && !(await hasBeenTexted(context.db, companyId, { from, to: hashes }))
  const sentFrom = from === context.platformSmsNumber ? "shared" : "company"
  const worded = isFirst ? asFirstText(body, senderOf(addressee), sentFrom) : body
  return { kind: "text", text: { from, to: phone, body: worded } }
}

export const senderOf = ({ locale, company }: Addressee): Sender => ({
  locale,
  companyName: company.name,
  callPhone: company.call_phone,
})

/** The link by which the appointment is moved and cancelled; null where links are not set up. */
export async function managingUrlOf(
  context: AppContext,
  companyId: number,
  { company }: Pick<Addressee, "company">,
  appointment: Appointment,
): Promise<string | null> {
  if (!givesLinks(context, company)) return null
  const { scheduling_request_id: requestId } = appointment
  const request = requestId === null ? null : await findRequest(context.db, companyId, requestId)
  return managingUrl(context, appointment, request)
}

/** The news about the plan; null for a question about something else. */
export const planNewsOf = (question: TextQuestion | null): PlanNews | null =>
  question === "narrowed" || question === "on_the_way" ? question : null

/** Why no news of the plan go any more; null where they do. */
export function whyNoPlanNews(
  news: PlanNews,
  { status, on_the_way_at, arrived_at, start_at }: Appointment,
  now: number,
): Held | null {
  if (status !== "scheduled") return skip("cancelled")
  if (news === "on_the_way") return on_the_way_at === null || arrived_at !== null ? skip("superseded") : null
  return start_at.getTime() <= now ? skip("too_late") : null
}

/** The news that a text or a mail about the appointment reports. */
export function newsOf(
  purpose: "confirmation" | "change" | "reminder",
  appointment: Pick<Appointment, "status" | "answer_by" | "proposals" | "cancelled_by" | "expected_at">,
  question: TextQuestion | null = null,
): AppointmentNews {
  if (question === "narrowed") return "narrowed"
  if (question === "on_the_way") return appointment.expected_at === null ? "setOut" : "onTheWay"
  const { status, proposals } = appointment
  if (status === "pending") return proposals.length > 0 ? "proposed" : "asked"
  if (wasNeverConfirmed(appointment)) return wasWithdrawn(appointment) ? "withdrawn" : "turnedDown"
  if (purpose === "confirmation") return "booked"
  if (purpose === "reminder") return "reminder"
  if (status === "cancelled") return "cancelled"
  if (question === "cannot_keep") return "cannotKeep"
  return question === "other_provider" ? "otherProvider" : "moved"
}

/** When a text that the customer is not waiting for may go: `now` within the company's hours, else when they begin. */
export function firstAllowedFor(
  addressee: Recipient & { phone: string },
  locationZone: string,
  now: number,
): number {
  const { quiet_start_minute: startMinute, quiet_end_minute: endMinute } = addressee.company
  return nextAllowed({ startMinute, endMinute }, zonesOfRecipient(addressee, { locationZone }), now)
}

type Marked = "mail" | "invitation" | "session"
const markLetter = (of: Marked) => (of === "mail" ? "m" : of === "session" ? "s" : "a")

/**
 * Names a record to people's mail programs and back. Only this host can make it. Under the oldest key of the host, so that an
 * appointment keeps its UID while a new key is put in front.
 */
export function markOf(sealer: Sealer, of: Marked, companyId: number, id: number): string {
  return marksOf(sealer, of, companyId, id).at(-1)!
}

/** Under every key of the host, the newest first. */
const marksOf = (sealer: Sealer, of: Marked, companyId: number, id: number): string[] =>
  sealer.hashes(`${companyId}.${id}`, of).map((hash) => {
    const secret = hash.slice(hash.indexOf(":") + 1).slice(0, markLength)
    return `${markLetter(of)}.${companyId}.${id}.${secret}`
  })

/** True where this host made the mark for this record. */
export const isMarkOf = (
  sealer: Sealer,
  of: "mail" | "invitation",
  companyId: number,
  id: number,
  mark: string,
): boolean =>
  marksOf(sealer, of, companyId, id).some(
    (own) => own.length === mark.length && timingSafeEqual(Buffer.from(own), Buffer.from(mark)),
  )

/** The number of characters, of 6 bits each. */
const markLength = 22

/** The same at every try. Only this host can make it, so that a mail server's report that names it is about this mail. */
export function messageIdOf({ mails, sealer }: AppContext, companyId: number, id: number): string {
  return `<${markOf(sealer, "mail", companyId, id)}@${mails!.from.split("@")[1]}>`
}
