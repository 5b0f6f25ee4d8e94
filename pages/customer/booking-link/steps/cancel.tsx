import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { ScopeChoice } from "../series.tsx"
import { Ticket } from "../ticket.tsx"
import { useOwnWords } from "../words.ts"

/** Asks for confirmation once, and says what a cancellation means. Both answers are equal in size. */
export function Cancel({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { appointment } = state.view
  if (!appointment) return null
  const { pending } = state
  const { canReschedule, pending: isAsked } = appointment
  const { reopens, company } = state.view
  const afterwards = reopens ? own.chooseAfterwards : company.pageUrl ? own.bookAfterwards : ""
  return (
    <StepFrame
      heading={isAsked ? own.withdrawQuestion : own.cancelQuestion}
      underway={pending ? own.cancelling : null}
    >
      <Ticket state={state} />
      <p>{isAsked ? own.withdrawMeaning : `${own.cancelMeaning} ${afterwards}`}</p>
      <ScopeChoice state={state} commands={commands} />
      <NoticeBox state={state} commands={commands} />
      <div class="stack">
        <div class="row two">
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
            {own.keepAppointment}
          </button>
          <button type="button" class="button danger" aria-disabled={pending} onClick={commands.cancel}>
            {pending ? own.cancelling : isAsked ? own.confirmWithdraw : own.confirmCancel}
          </button>
        </div>
        {canReschedule && (
          <button type="button" class="button" onClick={() => commands.dispatch({ type: "startMoving" })}>
            {own.moveInstead}
          </button>
        )}
      </div>
    </StepFrame>
  )
}
