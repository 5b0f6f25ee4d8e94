import { Blocks } from "../../shared/blocks.tsx"
import { useLanguage } from "../../shared/language.ts"
import { spokenTime } from "../../shared/spoken-time.ts"
import { StepFrame } from "../../shared/step-frame.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "./step-props.ts"

/** Repeats the choice in words; one button makes it so. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { choice, moving, pending, view } = state
  if (!choice) return null
  const zone = state.zone ?? choice.timezone
  const wish = (moving ? words.moveTo : words.book)(...spokenTime(formats, choice, zone))
  const underway = moving ? words.moving : words.booking
  const present = moving ? view.appointment : null

  return (
    <StepFrame
      heading={moving ? words.confirmNewTime : words.confirmTime}
      underway={pending ? underway : null}
    >
      {present && (
        <section class="present old" aria-label={words.presentTime}>
          <p class="note">{words.presentTime}</p>
          <Blocks blocks={present.blocks} zone={state.zone ?? present.timezone} />
        </section>
      )}
      <section class="present" aria-label={present ? words.newTime : words.when}>
        {present && <p class="note">{words.newTime}</p>}
        <Blocks blocks={choice.blocks} zone={zone} />
        <p class="note">{formats.zone(zone, choice.startTime)}</p>
        <p>
          {words.who} {choice.providerName}
          {view.appointmentType.place === "at_location" && ` · ${choice.locationName}`}
        </p>
      </section>
      <NoticeBox state={state} commands={commands} />
      <div class="actions">
        <button type="button" class="button primary" aria-disabled={pending} onClick={commands.confirm}>
          {pending ? underway : state.notice?.code === "timeout" ? words.checkAgain : wish}
        </button>
        <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "chooseAgain" })}>
          {words.anotherTime}
        </button>
      </div>
    </StepFrame>
  )
}
