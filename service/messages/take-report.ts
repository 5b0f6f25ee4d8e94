/**
 * Takes what the carrier reports later of a text: that it has it, that it was delivered, or that it was not. A report
 * also settles a text whose outcome was unknown: the carrier took it.
 */

import { associatedData } from "../../domain/model/sealing.ts"
import { type Reported, type TextRow, unknownOutcome } from "../../domain/model/text-message.ts"
import { recordOptOut } from "../customers/record-consents.ts"
import { lockText, writeReport } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { endStep } from "./outreach-runs.sql.ts"

export interface Report {
  textId: number
  /** The carrier's own name for the text. */
  carrierId: string
  reported: Reported
}

/** False for a text that is not known, or that the carrier knows by another name. */
export async function takeReport(context: AppContext, companyId: number, report: Report): Promise<boolean> {
  const now = context.clock.now()
  const { textId, carrierId, reported } = report
  return context.db.transaction(async (tx) => {
    const row = await lockText(tx, companyId, textId)
    if (!row || (row.carrier_id !== null && row.carrier_id !== carrierId)) return false
    const isSettled = row.status === "failed" && row.last_error === unknownOutcome
    const status = isSettled ? "sent" : row.status
    const isBad = reported.kind === "undelivered" && row.delivery !== "delivered"
    const delivery = reported.kind === "taken" ? row.delivery : isBad ? "undelivered" : "delivered"
    const error = isBad ? reported.error : isSettled ? null : row.last_error
    await writeReport(tx, companyId, { id: textId, carrierId, status, delivery, error }, now)
    if (isBad || isSettled) tx.hint({ channel: "events", companyId, stirs: true })
    if (row.run_id !== null && (isBad || isSettled)) {
      const ending = isBad
        ? { status: "failed" as const, reason: error }
        : { status: "sent" as const, reason: null }
      await endStep(tx, companyId, { runId: row.run_id, position: row.step_position!, ...ending }, now)
    }
    if (isBad && reported.optedOut)
      await recordOptOut(tx, context.sealer, companyId, numbersOf(context, companyId, row), now)
    return true
  })
}

function numbersOf(context: AppContext, companyId: number, row: TextRow): { from: string; to: string } {
  return {
    from: row.from_phone!,
    to: context.sealer.open(row.phone_sealed!, associatedData.text(companyId, row.id)),
  }
}
