import { Blocks, ChosenTime } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-booking-link.ts"

/** Repeats the choice in words above the one button that books it. */
export function Confirm({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { choice, moving, pending, view } = state
  if (!choice) return null
  const zone = state.zone ?? choice.timezone
  const label = (moving ? words.moveTo : words.book)(...formats.dayAndTime(choice, zone))
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
      <ChosenTime
        choice={choice}
        zone={zone}
        place={view.appointmentType.place}
        label={present ? words.newTime : words.when}
        note={present && words.newTime}
      />
      <NoticeBox state={state} commands={commands} />
      <div class="actions">
        <button type="button" class="button primary" aria-disabled={pending} onClick={commands.confirm}>
          {pending ? underway : state.notice?.code === "timeout" ? words.checkAgain : label}
        </button>
        <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "chooseAgain" })}>
          {words.anotherTime}
        </button>
      </div>
    </StepFrame>
  )
}
