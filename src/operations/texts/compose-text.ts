/**
 * What a text says, to whom, or why it does not go: judged at the moment of sending, by what holds then. Codes alone were
 * written when they were asked for.
 */
import { textPlace } from "../../changes/enqueue-text.ts"
import type { TextRow } from "../../model/text-message.ts"
import type { OutgoingText } from "../../ports.ts"
import type { House } from "../house.ts"
import { composeAppointmentText } from "./compose-appointment-text.ts"
import { composeStep } from "./compose-step.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeText(
  house: House,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  if (row.good_until.getTime() <= now) return skip("too_late")
  switch (row.purpose) {
    case "code":
      return { kind: "text", text: sealedText(house, companyId, row) }
    case "outreach":
      return composeStep(house, companyId, row, now)
    default:
      return composeAppointmentText(house, companyId, row, now)
  }
}

function sealedText(house: House, companyId: number, row: TextRow): OutgoingText {
  const place = textPlace(companyId, row.id)
  return {
    from: row.from_phone!,
    to: house.sealer.open(row.phone_sealed!, place),
    body: house.sealer.open(row.body_sealed!, place),
  }
}
