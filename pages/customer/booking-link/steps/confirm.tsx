import { Pick } from "../../../shared/appointment.tsx"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { ScopeChoice } from "../series.tsx"
import { useOwnWords } from "../words.ts"

/** One button that repeats the choice in words. A move shows the old time beside the new one. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { choice, moving, pending, view } = state
  if (!choice) return null
  const zone = state.zone ?? choice.timezone
  const isAsked = !moving && view.appointmentType.isAsked
  const say = moving ? own.moveTo : isAsked ? words.ask : words.book
  const label = say(startInWords(formats.shortDayAndTime(choice, zone)))
  const underway = moving ? own.moving : isAsked ? words.asking : words.booking
  const present = moving ? view.appointment : null

  return (
    <StepFrame heading={moving ? own.confirmNewTime : words.confirmTime} underway={pending ? underway : null}>
      {present && (
        <div class="ticket old">
          <Pick
            title={own.presentTime}
            blocks={present.blocks}
            kind={present.kind}
            zone={state.zone ?? present.timezone}
          />
        </div>
      )}
      {moving && <ScopeChoice state={state} commands={commands} />}
      <NoticeBox state={state} commands={commands} />
      {isAsked && <p class="note">{words.askMeaning}</p>}
      <button type="button" class="button primary" aria-disabled={pending} onClick={commands.confirm}>
        {pending ? underway : state.notice?.code === "timeout" ? words.checkAgain : label}
      </button>
    </StepFrame>
  )
}
