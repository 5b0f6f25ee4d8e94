/** Whether the steps of a plan can be saved. */
import { invalid, Refusal } from "../../model/errors.ts"
import type { PlanStep, PlanStepInput } from "../../model/outreach.ts"
import { usesBookingLink, whyWrongText } from "./sms-text.ts"

/** The steps as they are kept, or what is wrong with the first that is wrong. */
export function judgeSteps(
  sent: readonly PlanStepInput[],
  { linksAreSetUp }: { linksAreSetUp: boolean },
): PlanStep[] | Refusal {
  for (const [index, step] of sent.entries()) {
    const refusal = whyWrongStep(step, `steps[${index}].sms_text`, linksAreSetUp)
    if (refusal) return refusal
  }
  return sent.map(({ after_minutes, channel, sms_text }) => ({
    after_minutes,
    channel,
    sms_text: sms_text ?? null,
  }))
}

function whyWrongStep(step: PlanStepInput, field: string, linksAreSetUp: boolean): Refusal | null {
  const text = step.sms_text ?? null
  if (step.channel === "voice") {
    return text === null ? null : invalid(field, "expected none, since the step is a call")
  }
  if (text === null || text === "") return invalid(field, "is required, since the step is a text")
  const wrong = whyWrongText(text)
  if (wrong) return invalid(field, wrong)
  return usesBookingLink(text) && !linksAreSetUp ? new Refusal("booking_links_not_set_up", { field }) : null
}
