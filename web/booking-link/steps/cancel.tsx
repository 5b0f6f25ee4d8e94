import { Blocks } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-booking-link.ts"

/** Asks for confirmation once, and says what a cancellation means. */
export function Cancel({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { appointment } = state.view
  if (!appointment) return null
  const zone = state.zone ?? appointment.timezone
  return (
    <StepFrame heading={words.cancelQuestion} underway={state.pending ? words.cancelling : null}>
      <section class="present" aria-label={words.presentTime}>
        <Blocks blocks={appointment.blocks} zone={zone} />
      </section>
      <p>{words.cancelMeaning(...formats.dayAndTime(appointment, zone))}</p>
      <NoticeBox state={state} commands={commands} />
      <div class="actions">
        <button type="button" class="button danger" aria-disabled={state.pending} onClick={commands.cancel}>
          {state.pending ? words.cancelling : words.confirmCancel}
        </button>
        <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
          {words.keepAppointment}
        </button>
      </div>
    </StepFrame>
  )
}
