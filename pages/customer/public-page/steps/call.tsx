import { PhoneLink } from "../../../shared/company.tsx"
import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"
import { OtherNumber } from "./other-number.tsx"

/** Nothing can be booked here: no codes can be texted, new customers have to call, or the page was closed meanwhile. */
export function Call({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { company, canSendCodes } = state.view
  const isClosed = state.step === "closed"
  const text = isClosed
    ? own.pageClosedText({ company: company.name })
    : canSendCodes
      ? own.registrationClosed({ company: company.name })
      : own.cannotSendCodes({ company: company.name })
  return (
    <StepFrame heading={isClosed ? own.pageClosed : words.addressNeeded} lead={text}>
      {company.phone && <PhoneLink phone={company.phone} asButton />}
      {!isClosed && canSendCodes && <OtherNumber commands={commands} />}
    </StepFrame>
  )
}
