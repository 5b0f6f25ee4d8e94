import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { Ticket } from "../ticket.tsx"
import { useOwnWords } from "../words.ts"

/** Asks once whether the customer comes: programs that open a mail's links by themselves press nothing. */
export function Coming({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { appointment } = state.view
  if (!appointment) return null
  const { pending } = state
  const { dispatch } = commands
  return (
    <StepFrame heading={own.comingQuestion} underway={pending ? own.answering : null}>
      <Ticket state={state} />
      <NoticeBox state={state} commands={commands} />
      <div class="stack">
        <button type="button" class="button primary" aria-disabled={pending} onClick={commands.come}>
          {pending ? own.answering : own.confirmComing}
        </button>
        <div class="row two">
          {appointment.canReschedule && (
            <button type="button" class="button" onClick={() => dispatch({ type: "startMoving" })}>
              {words.move}
            </button>
          )}
          {appointment.canCancel && (
            <button type="button" class="button danger" onClick={() => dispatch({ type: "askCancel" })}>
              {words.cancel}
            </button>
          )}
        </div>
      </div>
    </StepFrame>
  )
}
