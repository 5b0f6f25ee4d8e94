import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { Ticket } from "../ticket.tsx"
import type { StepProps } from "../use-booking-link.ts"
import { useOwnWords } from "../words.ts"

/** Asks for confirmation once, and says what a cancellation means. Both answers are equal in size. */
export function Cancel({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { appointment } = state.view
  if (!appointment) return null
  const { pending } = state
  return (
    <StepFrame heading={own.cancelQuestion} underway={pending ? own.cancelling : null}>
      <Ticket state={state} />
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
