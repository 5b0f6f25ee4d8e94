import { PhoneLink } from "../../shared/company.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-booking-link.ts"

/** Nothing can be booked here: the address is missing, the dates are over, or the link has ended. */
export function Call({ state }: StepProps) {
  const { words } = useLanguage()
  const { name, phone, pageUrl } = state.view.company
  const [heading, text] =
    state.step === "call"
      ? [words.addressNeeded, words.addressNeededText(name)]
      : state.step === "ended"
        ? [words.ended, words.endedText]
        : [
            state.view.closedReason === "cancelled" ? words.closedCancelled : words.closedDatesOver,
            words.closedText(name),
          ]
  return (
    <StepFrame heading={heading} lead={text}>
      <div class="stack">
        {phone && <PhoneLink phone={phone} asButton />}
        {state.step !== "call" && pageUrl && (
          <a class="button" href={pageUrl}>
            {words.bookNew}
          </a>
        )}
      </div>
    </StepFrame>
  )
}
