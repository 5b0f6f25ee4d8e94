import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step-frame.tsx"
import type { StepProps } from "./step-props.ts"

/** The ends of the road: an address to give by phone, dates that are over, a link that ended. */
export function Call({ state }: StepProps) {
  const { words } = useLanguage()
  const { name, phone } = state.view.company
  const [heading, text] =
    state.step === "call"
      ? [words.addressNeeded, words.addressNeededText(name)]
      : state.step === "ended"
        ? [words.ended, words.endedText(name)]
        : [
            state.view.closedReason === "cancelled" ? words.closedCancelled : words.closedDatesOver,
            words.closedText(name),
          ]
  return (
    <StepFrame heading={heading}>
      <p>{text}</p>
      {phone && <PhoneLink phone={phone} asButton />}
    </StepFrame>
  )
}
