/**
 * Sends one text or mail that is under a lease. That it is about to go is written down before the carrier hears of it. A code
 * that was on its way when a process died goes again, and so does a mail, under the same Message-ID; no other text does, since
 * it could reach people twice: it ends as failed, with `unknown_outcome`, unless the carrier has reported meanwhile that it took
 * it. See docs/texts.md and docs/mails.md.
 */

import { setTimeout as pause } from "node:timers/promises"
import type { KeptMail } from "../../domain/model/mail.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import {
  type TextChannel,
  type TextLane,
  type TextRow,
  unknownOutcome,
} from "../../domain/model/text-message.ts"
import { nextTextTry } from "../../domain/rules/texts/send-times.ts"
import type { MailServerRow } from "../company/mail-servers.sql.ts"
import { setEmailState } from "../customers/customers.sql.ts"
import { recordOptOut } from "../customers/record-consents.ts"
import { findText } from "../outbox/texts.sql.ts"
import {
  type Addressed,
  beginSending,
  dropText,
  endText,
  type LeasedText,
  leaseText,
  putTextBack,
  type TextEnd,
  textsDue,
} from "../outbox/texts-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { readQueued, uncommittedRetryMs } from "../platform/pg/open-commits.ts"
import type { OutgoingMail, SentMail } from "../platform/ports/mails.ts"
import type { OutgoingCall, OutgoingText } from "../platform/ports/texts.ts"
import { type Lease, newLease } from "../platform/queue/leases.ts"
import { spendingNothing } from "../platform/spending.ts"
import { findOwnServer, holdForOwnServer, sendByOwnServer } from "./by-own-server.ts"
import { composeText } from "./compose.ts"
import type { Composed, Held } from "./composed.ts"
import { finishStep } from "./go-on-with-outreach.ts"
import { lockRunning } from "./outreach-runs.sql.ts"

/** Longer than a sender takes to give up. */
export const textLeaseMs = 30_000

export const textLease = (context: AppContext): Lease => newLease(context, textLeaseMs)

/** The fate of the text at this try. `waiting`: it is judged or tried again later. `gone`: it had ended already. */
type Fate =
  | { kind: "sent" }
  | { kind: "not_sent"; reason: string }
  | { kind: "waiting"; reason: string }
  | { kind: "gone" }

/** `lane` is the worker's that has it; null where a caller or a test company waits for it. */
export async function sendText(
  context: AppContext,
  leased: LeasedText,
  lane: TextLane | null = null,
): Promise<Fate> {
  const { db, clock } = context
  const row = await readQueued(db, leased.companyId, () => findText(db, leased.companyId, leased.textId))
  if (row === "uncommitted") {
    const dueAt = clock.now() + uncommittedRetryMs
    await textsDue.putBack(db, [{ work: leased, dueAt, failures: leased.failures }])
    return { kind: "waiting", reason: "busy" }
  }
  if (row?.status !== "pending" && row?.status !== "sending") {
    await context.db.transaction(async (tx) => dropText(tx, leased))
    return { kind: "gone" }
  }
  if (row.status === "sending" && row.carrier_id !== null) {
    return end(context, leased, row, { status: "sent", error: null })
  }
  if (row.status === "sending" && !goesAgain(row) && !staysHere(context, row.channel)) {
    return end(context, leased, row, { status: "failed", error: unknownOutcome })
  }
  const composed = await composeText(context, leased.companyId, row, context.clock.now())
  if (composed.kind === "skip")
    return end(context, leased, row, { status: "skipped", error: composed.reason })
  if (composed.kind === "wait") {
    await context.db.transaction((tx) => putTextBack(tx, leased, composed.until, null))
    return { kind: "waiting", reason: "quiet_hours" }
  }
  const own = composed.kind === "mail" ? await findOwnServer(context, leased.companyId, composed.mail) : null
  if (own) {
    const held = await holdForOwnServer(context, leased, row, own, lane)
    if (held?.kind === "waiting") return held
    if (held) return end(context, leased, row, { status: "failed", error: held.error })
  }
  const outgoing = outgoingOf(composed)
  const to = addressed(context, leased, outgoing)
  const isBegun = await context.db.transaction((tx) => beginSending(tx, leased, to))
  if (!isBegun) return { kind: "gone" }
  const sent = await carry(context, leased, row, composed, own)
  return record(context, { leased, row, outgoing, sent })
}

/** As a span of the request that asked for the text. */
async function carry(
  context: AppContext,
  leased: LeasedText,
  { purpose, channel, attempts, traceparent }: TextRow,
  composed: Going,
  own: MailServerRow | null,
): Promise<SentMail> {
  const { companyId, textId } = leased
  const attributes = { company_id: companyId, text_id: textId, purpose, channel, attempt: attempts + 1 }
  const span = context.tracer?.start({ name: "send text", kind: "client", parent: traceparent, attributes })
  const sent = await handToCarrier(context, leased, composed, own)
  span?.end({ outcome: sent.kind }, sent.kind !== "sent")
  return sent
}

type Outgoing = OutgoingText | OutgoingCall | OutgoingMail

const outgoingOf = (composed: Going): Outgoing =>
  composed.kind === "text" ? composed.text : composed.kind === "mail" ? composed.mail : composed.call

/** It may reach people twice: a second code does no harm, and a second mail has the Message-ID of the first. */
const goesAgain = ({ purpose, channel, last_error }: TextRow): boolean =>
  purpose === "code" || (channel === "mail" && last_error !== unknownOutcome)

/** Nothing leaves the host by this channel: its words stay readable, and a second try reaches no person twice. */
const staysHere = ({ texts, voiceAgent, mails }: AppContext, channel: TextChannel): boolean =>
  ({ sms: texts, voice: voiceAgent, mail: mails })[channel]?.staysHere ?? false

type Going = Exclude<Composed, Held>

function handToCarrier(
  context: AppContext,
  { companyId, textId }: LeasedText,
  composed: Going,
  own: MailServerRow | null,
): Promise<SentMail> {
  if (composed.kind === "mail" && own) return sendByOwnServer(context, companyId, own, composed.mail)
  if (composed.kind === "mail") return context.mails!.send(composed.mail, context.clock.now())
  if (composed.kind === "call") return context.voiceAgent!.call(composed.call)
  return context.texts!.send({ ...composed.text, report: { companyId, textId } })
}

function addressed(context: AppContext, { companyId, textId }: LeasedText, outgoing: Outgoing): Addressed {
  const boundTo = associatedData.text(companyId, textId)
  const sealed = (words: string) => context.sealer.seal(words, boundTo)
  const kept = (channel: TextChannel, words: string) => (staysHere(context, channel) ? sealed(words) : null)
  if ("subject" in outgoing) {
    const { from, to, subject, text, html } = outgoing
    const words: KeptMail = { subject, text, html }
    return {
      phone: null,
      email: { from: from.address, sealed: sealed(to.address) },
      bodySealed: kept("mail", JSON.stringify(words)),
    }
  }
  const [channel, words] =
    "body" in outgoing
      ? (["sms", outgoing.body] as const)
      : (["voice", JSON.stringify(outgoing.variables)] as const)
  const hash = context.sealer.phoneHash(companyId, outgoing.to)
  return {
    phone: { from: outgoing.from, sealed: sealed(outgoing.to), hash },
    email: null,
    bodySealed: kept(channel, words),
  }
}

interface Outcome {
  leased: LeasedText
  row: TextRow
  outgoing: Outgoing
  sent: SentMail
}

async function record(context: AppContext, { leased, row, outgoing, sent }: Outcome): Promise<Fate> {
  if (sent.kind === "sent") {
    return end(context, leased, row, { status: "sent", error: null, carrierId: sent.carrierId })
  }
  const mayGoAgain = sent.kind === "later" || (sent.kind === "unknown" && goesAgain(row))
  const retryAt = mayGoAgain
    ? nextTextTry(
        leased.failures + 1,
        sent.kind === "later" ? sent.retryAfterSeconds : null,
        row.good_until.getTime(),
        context.clock.now(),
      )
    : null
  if (retryAt !== null) {
    await context.db.transaction((tx) => putTextBack(tx, leased, retryAt, sent.error))
    return { kind: "waiting", reason: sent.error }
  }
  const error = sent.kind === "unknown" && !goesAgain(row) ? unknownOutcome : sent.error
  const isForGood = sent.kind === "unreachable" || (sent.kind === "refused" && sent.optedOut)
  return end(context, leased, row, { status: "failed", error }, isForGood ? outgoing : null)
}

/** Ends the text, and with it its step of outreach; `refused` is what the carrier or the mail server refused for good. */
async function end(
  context: AppContext,
  leased: LeasedText,
  row: TextRow,
  ending: Pick<TextEnd, "status" | "error"> & { carrierId?: string | null },
  refused: Outgoing | null = null,
): Promise<Fate> {
  const now = context.clock.now()
  const { companyId } = leased
  const keepsBody = staysHere(context, row.channel)
  const isEnded = await context.db.transaction(async (tx) => {
    // The run is locked before the text: who ends a run skips its texts in that order.
    const running = row.run_id === null ? null : await lockRunning(tx, companyId, row.run_id)
    const isEnded = await endText(tx, leased, { carrierId: null, ...ending, keepsBody }, now)
    if (isEnded && ending.status === "failed") tx.hint({ channel: "events", companyId, stirs: true })
    if (isEnded && refused) await recordRefusal(tx, context, companyId, row, refused, now)
    if (isEnded && row.run_id !== null) {
      const { status, error: reason } = ending
      const step = { runId: row.run_id, position: row.step_position!, status, reason }
      await finishStep(tx, companyId, step, running, now)
    }
    return isEnded
  })
  if (!isEnded) return { kind: "gone" }
  if (ending.status === "sent") return { kind: "sent" }
  if (ending.status === "failed") {
    context.log.warn({ job: "send-texts", company_id: companyId, code: ending.error! }, "text not sent")
  }
  return { kind: "not_sent", reason: ending.error! }
}

/** The number gets no more texts, the address no more mails. */
async function recordRefusal(
  tx: Tx,
  { sealer }: AppContext,
  companyId: number,
  { customer_id: customerId }: TextRow,
  refused: Outgoing,
  now: number,
): Promise<void> {
  if (!("subject" in refused)) return recordOptOut(tx, sealer, companyId, refused, now)
  if (customerId === null) return
  await setEmailState(tx, companyId, customerId, { email: refused.to.address, state: "unreachable" })
}

export type HandedOver = { sent: true } | { sent: false; reason: string }

/** How long the caller waits; the carrier's answer is written down whenever it comes. */
const patienceMs = 2_000
const lookAgainMs = 50

/**
 * Sends a queued text at once, for a caller who wants to say whether it went.
 *
 * Hands the text to the carrier and says whether the carrier took it within two seconds. The worker may have taken it up
 * already: then its outcome is waited for. `reason` is `slow_carrier` when there was none in time. `own` is the text under
 * the caller's lease, if it was queued under one.
 */
export async function handOver(
  context: AppContext,
  companyId: number,
  textId: number,
  own: LeasedText | null = null,
): Promise<HandedOver> {
  const stop = new AbortController()
  const outOfPatience = pause(patienceMs, undefined, { signal: stop.signal }).then(
    (): HandedOver => ({ sent: false, reason: "slow_carrier" }),
  )
  outOfPatience.catch(() => undefined)
  try {
    return await Promise.race([settle(context, { companyId, textId, own }, stop.signal), outOfPatience])
  } finally {
    stop.abort()
  }
}

async function settle(
  context: AppContext,
  { companyId, textId, own }: { companyId: number; textId: number; own: LeasedText | null },
  signal: AbortSignal,
): Promise<HandedOver> {
  const leased = own ?? (await leaseText(context.db, textLease(context), companyId, textId))
  const fate: Fate = leased ? await sendText(context, leased) : { kind: "gone" }
  if (fate.kind === "sent") return { sent: true }
  if (fate.kind !== "gone") return { sent: false, reason: fate.reason }
  for (;;) {
    const row = await findText(context.db, companyId, textId)
    if (row?.status === "sent") return { sent: true }
    if (row?.status !== "sending" && row?.status !== "pending") {
      return { sent: false, reason: row?.last_error ?? "gone" }
    }
    if (signal.aborted) return { sent: false, reason: "slow_carrier" }
    await spendingNothing(() => pause(lookAgainMs))
  }
}
