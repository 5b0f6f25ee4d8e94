import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"
import { OtherNumber } from "./phone.tsx"

/** Nothing can be booked here: no codes can be texted, new customers have to call, or the page was closed meanwhile. */
export function Call({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { company, canSendCodes } = state.view
  const isClosed = state.step === "closed"
  const text = isClosed
    ? own.pageClosedText(company.name)
    : canSendCodes
      ? own.registrationClosed(company.name)
      : own.cannotSendCodes(company.name)
  return (
    <StepFrame heading={isClosed ? own.pageClosed : words.addressNeeded} lead={text}>
      {company.phone && <PhoneLink phone={company.phone} asButton />}
      {!isClosed && canSendCodes && <OtherNumber commands={commands} />}
    </StepFrame>
  )
}
