/**
 * Takes a reply to a text: STOP, START, HELP and CANCEL are understood, in three languages, and C in answer to a reminder. Staff
 * read what is not understood.
 */

import { startSource, stopSource } from "../../domain/model/contact.ts"
import { isFinal, keywordOf, localeOfCancel, type ReplyKeyword } from "../../domain/rules/texts/consent.ts"
import { listText, sharedNumberText } from "../../domain/rules/texts/list-wording.ts"
import { helpText } from "../../domain/rules/texts/wording.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import { findIdentified, findNewestConsent } from "../customers/contacts.sql.ts"
import { findRecipient } from "../customers/recipients.sql.ts"
import { recordConsentOnce } from "../customers/record-consents.ts"
import { findOpenQuestion } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type AnsweredCompany, findAnsweredCompany } from "../platform/directory.sql.ts"
import { textLinks } from "./announce.ts"
import { listedAppointments } from "./compose-links.ts"
import { senderOf } from "./composed.ts"
import { showToStaff } from "./show-reply-to-staff.ts"
import { takeComing } from "./take-attendance-text.ts"

export interface Reply {
  from: string
  /** The number that was answered. */
  to: string
  body: string
  /** The carrier has answered a keyword by itself. */
  isAnswered: boolean
  /** The carrier's post that brought it. */
  requestId: string
}

/**
 * The answer, or null for none: to STOP and START the carrier answers. A reply to the number that the host sends
 * confirmations from is no word to a company, and records nothing.
 */
export async function takeReply(context: AppContext, reply: Reply): Promise<string | null> {
  const keyword = keywordOf(reply.body)
  if (reply.to === context.platformSmsNumber) return answerAsHost(keyword, reply)
  const company = await findAnsweredCompany(context.db, reply.to)
  if (!company) return null
  const word = keyword === "yes" ? await meaningOfYes(context, company, reply) : keyword
  switch (word) {
    case null:
      await showToStaff(context, company, reply)
      return null
    case "courtesy":
      return null
    case "stop":
      await record(context, company, reply, { event: "revoked", source: stopSource })
      return null
    case "start":
      await record(context, company, reply, { event: "granted", source: startSource })
      return null
    case "coming":
      return takeComing(context, company, reply)
    case "help":
      return reply.isAnswered ? null : helpText(company.locale, company.name, company.callPhone)
    case "stop_or_cancel":
      await record(context, company, reply, { event: "revoked", source: stopSource })
      return answerCancel(context, company, reply, true)
    case "cancel":
      return answerCancel(context, company, reply, false)
  }
}

/** START to carriers, but where a text of ours waits for an answer: that is what it answers, and no consent. */
async function meaningOfYes(
  context: AppContext,
  { companyId }: AnsweredCompany,
  { from, to }: Reply,
): Promise<"start" | "coming" | null> {
  const hashes = context.sealer.phoneHashes(companyId, from)
  const newest = await findNewestConsent(context.db, companyId, hashes, "sms")
  // To a number that has stopped nothing is sent any more; the carrier lets it in again by the same word.
  if (newest && isFinal(newest)) return "start"
  const open = await findOpenQuestion(context.db, companyId, { from: to, to: hashes }, context.clock.now())
  if (open === null) return "start"
  return open.purpose === "reminder" ? "coming" : null
}

const answerAsHost = (keyword: ReplyKeyword | null, { body }: Reply): string | null =>
  keyword === "stop_or_cancel" || keyword === "cancel"
    ? sharedNumberText(localeOfCancel(body), keyword === "stop_or_cancel")
    : null

async function record(
  context: AppContext,
  { companyId }: AnsweredCompany,
  { from: phone }: Reply,
  word: { event: "granted" | "revoked"; source: string },
): Promise<void> {
  await context.db.transaction((tx) =>
    recordConsentOnce(tx, context.sealer, companyId, { phone, channel: "sms", ...word }, context.clock.now()),
  )
}

/**
 * A reply cancels no appointment: the answer says that it is still booked, and how to cancel it. Once the carrier has
 * stopped the company's number for the customer, the answer can come from the host's number only.
 */
async function answerCancel(
  context: AppContext,
  company: AnsweredCompany,
  { from: phone }: Reply,
  hasStopped: boolean,
): Promise<string | null> {
  const { companyId } = company
  const now = context.clock.now()
  const customerId = await findIdentified(context.db, companyId, phone)
  const recipient = customerId === null ? null : await findRecipient(context.db, companyId, customerId)
  const addressee = recipient && { ...recipient, phone }
  const { listed, more } = addressee
    ? await listedAppointments(context, companyId, addressee, customerId!, now)
    : { listed: [], more: 0 }
  if (!addressee || listed.length === 0) {
    return hasStopped ? null : helpText(company.locale, company.name, company.callPhone)
  }
  if (!hasStopped) return listText("still_booked", listed, senderOf(addressee), more)
  if (context.platformSmsNumber === null || context.texts === null) {
    return listText("stopped", listed, senderOf(addressee), more)
  }
  const once = String(utcDayOf(now))
  const asked = { purpose: "cancel_reply" as const, once, customerId: customerId!, phone }
  await context.db.transaction((tx) => textLinks(tx, context.sealer, companyId, asked, now))
  return null
}
