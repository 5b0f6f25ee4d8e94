import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../step-frame.tsx"
import type { StepProps } from "./step-props.ts"

/** The ends of the road: an address to give by phone, dates that are over, a link that ended. */
export function Call({ state }: StepProps) {
  const { words } = useLanguage()
  const { companyName, companyPhone } = state.contact
  const company = state.view.company.name
  const [heading, text] =
    state.step === "call"
      ? [words.addressNeeded, words.addressNeededText(company)]
      : state.step === "ended"
        ? [words.ended, words.endedText(companyName)]
        : [
            state.view.closedReason === "cancelled" ? words.closedCancelled : words.closedDatesOver,
            words.closedText(company),
          ]
  return (
    <StepFrame heading={heading}>
      <p>{text}</p>
      {companyPhone && <PhoneLink phone={companyPhone} asButton />}
    </StepFrame>
  )
}
