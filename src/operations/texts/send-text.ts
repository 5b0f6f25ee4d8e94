/**
 * Sends one claimed text. That it is about to go is written down before the carrier hears of it. A code that was on its
 * way when a process died goes again; nothing else does, since it would reach people twice: it ends as failed, with
 * `unknown_outcome`, unless the carrier has reported meanwhile that it took it. See docs/texts.md.
 */

import type { AppContext } from "../../context.ts"
import { associatedData } from "../../model/sealing.ts"
import { type TextRow, unknownOutcome } from "../../model/text-message.ts"
import type { OutgoingCall, OutgoingText, SentText } from "../../ports.ts"
import { nextTextTry } from "../../rules/texts/send-times.ts"
import { lockRunning } from "../../store/outreach-runs.ts"
import {
  type Addressed,
  beginSending,
  type Claim,
  type ClaimedText,
  dropFromQueue,
  endText,
  putBack,
  type TextEnd,
} from "../../store/queue/texts-due.ts"
import { findText } from "../../store/texts.ts"
import { claimToken } from "../claim-token.ts"
import { recordOptOut } from "../shared/consents.ts"
import { finishStep } from "../shared/outreach.ts"
import { composeText } from "./compose.ts"

/** Longer than a sender takes to give up. */
export const leaseMs = 30_000

/** A claim on texts, from now on. */
export const newClaim = (context: AppContext): Claim => ({
  token: claimToken(context),
  now: context.clock.now(),
  leaseMs,
})

/** What became of the text at this try. `waiting`: it is judged or tried again later. `gone`: it had ended already. */
export type Fate =
  | { kind: "sent" }
  | { kind: "not_sent"; reason: string }
  | { kind: "waiting"; reason: string }
  | { kind: "gone" }

export async function sendText(context: AppContext, claimed: ClaimedText): Promise<Fate> {
  const row = await findText(context.db, claimed.companyId, claimed.id)
  if (row?.status !== "pending" && row?.status !== "sending") {
    await dropFromQueue(context.db, claimed.companyId, claimed.id)
    return { kind: "gone" }
  }
  if (row.status === "sending" && row.carrier_id !== null) {
    return end(context, claimed, row, { status: "sent", error: null })
  }
  if (row.status === "sending" && row.purpose !== "code") {
    return end(context, claimed, row, { status: "failed", error: unknownOutcome })
  }
  const composed = await composeText(context, claimed.companyId, row, context.clock.now())
  if (composed.kind === "skip")
    return end(context, claimed, row, { status: "skipped", error: composed.reason })
  if (composed.kind === "wait") {
    await putBack(context.db, claimed, composed.until, null)
    return { kind: "waiting", reason: "quiet_hours" }
  }
  const outgoing = composed.kind === "text" ? composed.text : composed.call
  const attempts = await beginSending(context.db, claimed, addressed(context, claimed, outgoing))
  if (attempts === null) return { kind: "gone" }
  const sent = await handToCarrier(context, claimed, composed)
  return record(context, { claimed, row: { ...row, attempts }, outgoing, sent })
}

type Outgoing = OutgoingText | OutgoingCall

function handToCarrier(
  context: AppContext,
  { companyId, id }: ClaimedText,
  composed: { kind: "text"; text: OutgoingText } | { kind: "call"; call: OutgoingCall },
): Promise<SentText> {
  if (composed.kind === "call") return context.voiceAgent!.call(composed.call)
  return context.texts!.send({ ...composed.text, report: { companyId, textId: id } })
}

function addressed(context: AppContext, { companyId, id }: ClaimedText, outgoing: Outgoing): Addressed {
  const boundTo = associatedData.text(companyId, id)
  const staysHere = "body" in outgoing && (context.texts?.staysHere ?? false)
  return {
    fromPhone: outgoing.from,
    phoneSealed: context.sealer.seal(outgoing.to, boundTo),
    phoneHash: context.sealer.phoneHash(companyId, outgoing.to),
    bodySealed: staysHere ? context.sealer.seal(outgoing.body, boundTo) : null,
  }
}

interface Outcome {
  claimed: ClaimedText
  row: TextRow
  outgoing: Outgoing
  sent: SentText
}

async function record(context: AppContext, { claimed, row, outgoing, sent }: Outcome): Promise<Fate> {
  if (sent.kind === "sent") {
    return end(context, claimed, row, { status: "sent", error: null, carrierId: sent.carrierId })
  }
  const mayGoAgain = sent.kind === "later" || (sent.kind === "unknown" && row.purpose === "code")
  const retryAt = mayGoAgain
    ? nextTextTry(
        row.attempts,
        sent.kind === "later" ? sent.retryAfterSeconds : null,
        row.good_until.getTime(),
        context.clock.now(),
      )
    : null
  if (retryAt !== null) {
    await putBack(context.db, claimed, retryAt, sent.error)
    return { kind: "waiting", reason: sent.error }
  }
  const error = sent.kind === "unknown" && row.purpose !== "code" ? unknownOutcome : sent.error
  const optedOut = sent.kind === "refused" && sent.optedOut ? outgoing : null
  return end(context, claimed, row, { status: "failed", error }, optedOut)
}

/** Ends the text, and with it its step of outreach; `optedOut` is the text that the carrier refused for good. */
async function end(
  context: AppContext,
  claimed: ClaimedText,
  row: TextRow,
  ending: Pick<TextEnd, "status" | "error"> & { carrierId?: string | null },
  optedOut: Outgoing | null = null,
): Promise<Fate> {
  const now = context.clock.now()
  const { companyId } = claimed
  const keepsBody = context.texts?.staysHere ?? false
  const held = await context.db.transaction(async (tx) => {
    // The run is locked before the text: who ends a run skips its texts in that order.
    const running = row.run_id === null ? null : await lockRunning(tx, companyId, row.run_id)
    const held = await endText(tx, claimed, { carrierId: null, ...ending, keepsBody }, now)
    if (held && optedOut) await recordOptOut(tx, context.sealer, companyId, optedOut, now)
    if (held && row.run_id !== null) {
      const { status, error: reason } = ending
      const step = { runId: row.run_id, position: row.step_position!, status, reason }
      await finishStep(tx, companyId, step, running, now)
    }
    return held
  })
  if (!held) return { kind: "gone" }
  if (ending.status === "sent") return { kind: "sent" }
  if (ending.status === "failed") {
    context.log.warn({ job: "send-texts", company_id: companyId, code: ending.error! }, "text not sent")
  }
  return { kind: "not_sent", reason: ending.error! }
}
