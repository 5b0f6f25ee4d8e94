/**
 * What a text says, to whom, or why it does not go: judged at the moment of sending, by what holds then. Codes alone were
 * written when they were asked for.
 */

import type { AppContext } from "../../context.ts"
import { associatedData } from "../../model/sealing.ts"
import type { TextRow } from "../../model/text-message.ts"
import type { OutgoingText } from "../../ports.ts"
import { composeAppointmentText } from "./compose-appointment-text.ts"
import { composeStep } from "./compose-step.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeText(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  if (row.good_until.getTime() <= now) return skip("too_late")
  switch (row.purpose) {
    case "code":
      return { kind: "text", text: sealedText(context, companyId, row) }
    case "outreach":
      return composeStep(context, companyId, row, now)
    default:
      return composeAppointmentText(context, companyId, row, now)
  }
}

function sealedText(context: AppContext, companyId: number, row: TextRow): OutgoingText {
  const boundTo = associatedData.text(companyId, row.id)
  return {
    from: row.from_phone!,
    to: context.sealer.open(row.phone_sealed!, boundTo),
    body: context.sealer.open(row.body_sealed!, boundTo),
  }
}
