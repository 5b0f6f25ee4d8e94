/** The text that confirms a conversation's booking: queued with it, sent right after it. */
import type { TextOutcome } from "../../../domain/model/agent/appointments.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { setTextsDeclined } from "../../ledger/appointments.sql.ts"
import { type Confirmation, confirmByText, whyUnconfirmed } from "../../messages/announce.ts"
import { handOver, textLease } from "../../messages/send-message.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import type { AgentCall } from "./agent-tool.ts"

/** The text that was queued, or why there is none. `not_asked`: the caller has yet to say whether they want one. */
export type QueuedConfirmation = Confirmation | { textId: null; reason: "not_wanted" | "not_asked" }

interface Wanted {
  /** The caller's answer; null when they were not asked. */
  wanted: boolean | null
  together?: "group" | null
}

/**
 * In the transaction of the booking, under the lease by which this call sends it. A caller who said yes gets it on the number
 * that they call from; after a no nothing is ever texted about the appointments. A caller on the phone who was not asked gets it
 * only with a consent on record; in a text thread the company's own customers get it, as by every interface.
 */
export async function queueConfirmation(
  tx: Tx,
  context: AppContext,
  call: AgentCall,
  [first, ...others]: readonly [Appointment, ...Appointment[]],
  { wanted, together = null }: Wanted,
): Promise<QueuedConfirmation> {
  const { companyId, session } = call
  const ids = [first, ...others].map(({ id }) => id)
  if (wanted === false) setTextsDeclined(tx, companyId, ids, true)
  if (wanted === false) return { textId: null, reason: "not_wanted" }
  if (wanted === true && first.texts_declined) setTextsDeclined(tx, companyId, ids, false)
  if (wanted === null && session.channel === "voice") {
    // Visitors of the public page have to have agreed, too.
    const why = await whyUnconfirmed(tx, context, companyId, { ...first, booked_by: "public" })
    if (why === "no_consent") return { textId: null, reason: "not_asked" }
  }
  const askedBy = wanted ? session.phone : null
  return confirmByText(tx, context, call, first, { askedBy, lease: textLease(context), together })
}

/** After the booking: hands the text to the carrier, so that the agent can say whether it went. */
export async function sendConfirmation(
  context: AppContext,
  companyId: number,
  queued: QueuedConfirmation,
): Promise<TextOutcome> {
  if (queued.textId === null) return { sent: false, reason: queued.reason }
  const handed = await handOver(context, companyId, queued.textId, queued.leased)
  return handed.sent ? { sent: true, reason: null } : handed
}
