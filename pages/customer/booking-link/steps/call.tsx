import { TakeOutOfCalendar } from "../../../shared/add-to-calendar.tsx"
import { PhoneLink } from "../../../shared/company.tsx"
import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"

/** Nothing can be booked here: the address is missing, the dates are over, or the link has ended. */
export function Call({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { name, phone, pageUrl } = state.view.company
  const [heading, text] =
    state.step === "call"
      ? [words.addressNeeded, own.addressNeededText({ company: name })]
      : state.step === "ended"
        ? [own.ended, own.endedText]
        : [
            own.closed[state.view.closedReason ?? "dates_over"],
            pageUrl ? own.closedBookAgain : own.closedText({ company: name }),
          ]
  // The number then stands below the step.
  const leadsOn = state.step === "closed" && pageUrl
  const note = state.step === "closed" && state.view.closedNote
  return (
    <StepFrame heading={heading} lead={text}>
      {note && <blockquote class="note">{note}</blockquote>}
      <div class="stack">
        {state.step === "closed" && state.view.closedReason === "cancelled" && (
          <TakeOutOfCalendar fetchFile={commands.calendarFile} />
        )}
        {leadsOn && (
          <a class="button primary" href={pageUrl}>
            {own.bookAgain}
          </a>
        )}
        {!leadsOn && phone && <PhoneLink phone={phone} asButton />}
        {state.step === "ended" && pageUrl && (
          <a class="button" href={pageUrl}>
            {own.bookAgain}
          </a>
        )}
      </div>
    </StepFrame>
  )
}
