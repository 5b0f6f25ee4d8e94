import { Pick } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-booking-link.ts"
import { useOwnWords } from "../words.ts"

/** Asks for confirmation once, and says what a cancellation means. Both answers are equal in size. */
export function Cancel({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { appointment, appointmentType } = state.view
  if (!appointment) return null
  const { pending } = state
  return (
    <StepFrame heading={own.cancelQuestion} underway={pending ? own.cancelling : null}>
      <div class="ticket">
        <Pick
          title={appointmentType.name}
          blocks={appointment.blocks}
          zone={state.zone ?? appointment.timezone}
          place={appointment.locationName ?? words.place[appointmentType.place]}
        />
      </div>
      <p>{own.cancelMeaning}</p>
      <NoticeBox state={state} commands={commands} />
      <div class="stack">
        <div class="row two">
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
            {own.keepAppointment}
          </button>
          <button type="button" class="button danger" aria-disabled={pending} onClick={commands.cancel}>
            {pending ? own.cancelling : own.confirmCancel}
          </button>
        </div>
        {appointment.canReschedule && (
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "startMoving" })}>
            {own.moveInstead}
          </button>
        )}
      </div>
    </StepFrame>
  )
}
