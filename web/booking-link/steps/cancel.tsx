import { Pick } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-booking-link.ts"

/** Asks for confirmation once, and says what a cancellation means. Both answers are equal in size. */
export function Cancel({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { appointment, appointmentType } = state.view
  if (!appointment) return null
  const { pending } = state
  return (
    <StepFrame heading={words.cancelQuestion} underway={pending ? words.cancelling : null}>
      <div class="ticket">
        <Pick
          title={appointmentType.name}
          blocks={appointment.blocks}
          zone={state.zone ?? appointment.timezone}
          place={appointment.locationName ?? words.place[appointmentType.place]}
        />
      </div>
      <p>{words.cancelMeaning}</p>
      <NoticeBox state={state} commands={commands} />
      <div class="stack">
        <div class="row two">
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
            {words.keepAppointment}
          </button>
          <button type="button" class="button danger" aria-disabled={pending} onClick={commands.cancel}>
            {pending ? words.cancelling : words.confirmCancel}
          </button>
        </div>
        {appointment.canReschedule && (
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "startMoving" })}>
            {words.moveInstead}
          </button>
        )}
      </div>
    </StepFrame>
  )
}
