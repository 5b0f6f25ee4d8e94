import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"
import { OtherNumber } from "./phone.tsx"

/** Nothing can be booked here: new customers have to call, or the page was closed meanwhile. */
export function Call({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { name, phone } = state.view.company
  const isClosed = state.step === "closed"
  return (
    <StepFrame heading={isClosed ? own.pageClosed : words.addressNeeded}>
      <p>{isClosed ? own.pageClosedText(name) : own.registrationClosed(name)}</p>
      {phone && <PhoneLink phone={phone} asButton />}
      {!isClosed && <OtherNumber commands={commands} />}
    </StepFrame>
  )
}
