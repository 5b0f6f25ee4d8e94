import { useState } from "preact/hooks"
import type { AppointmentView, PendingView } from "../../../../domain/contracts/customer-pages.ts"
import { Ticket } from "../../../shared/appointment.tsx"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import { PendingTrack, usePendingHead } from "../../../shared/pending.tsx"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { useOwnWords } from "../words.ts"

type PendingProps = StepProps & { appointment: AppointmentView & { pending: PendingView } }

/** An appointment that the company has yet to confirm, or for which it proposes other times. It can only be withdrawn. */
export function Pending({ state, commands, appointment }: PendingProps) {
  const { words } = useLanguage()
  const { appointmentType: type, customer, messages } = state.view
  const zone = state.zone ?? appointment.timezone
  const head = usePendingHead(appointment, zone, customer.firstName, messages?.answer ?? [])
  const isProposed = appointment.pending.proposals.length > 0
  return (
    <StepFrame {...head} underway={state.pending ? words.booking : null}>
      <NoticeBox state={state} commands={commands} />
      {isProposed ? (
        <Proposals state={state} commands={commands} appointment={appointment} />
      ) : (
        <>
          <PendingTrack pending={appointment.pending} zone={zone} />
          <Ticket title={type.name} appointment={appointment} zone={zone} place={type.place} />
        </>
      )}
      <Withdraw state={state} commands={commands} />
    </StepFrame>
  )
}

/** The times that the company proposes; the button repeats the chosen one. */
function Proposals({ state, commands, appointment }: PendingProps) {
  const { words, formats } = useLanguage()
  const zone = state.zone ?? appointment.timezone
  const { proposals } = appointment.pending
  const [chosenId, choose] = useState(proposals[0]!.id)
  const chosen = proposals.find(({ id }) => id === chosenId) ?? proposals[0]!
  const { kind } = appointment
  const label = words.book(startInWords(formats.shortDayAndTime(kind ? { ...chosen, kind } : chosen, zone)))
  return (
    <>
      <fieldset>
        <legend class="said">{words.proposed.times}</legend>
        <div class="places">
          {proposals.map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name="proposal"
                checked={one.id === chosen.id}
                onChange={() => choose(one.id)}
              />
              <span>
                <strong>{formats.dayAndTime(one, zone)[0]}</strong>
                <small>
                  {[formats.timeRange(one, zone), one.providerName, one.locationName]
                    .filter(Boolean)
                    .join(", ")}
                </small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="button"
        class="button primary"
        aria-disabled={state.pending}
        onClick={() => commands.accept(chosen.id)}
      >
        {state.pending ? words.booking : label}
      </button>
    </>
  )
}

function Withdraw({ commands: { dispatch } }: StepProps) {
  const own = useOwnWords()
  return (
    <button type="button" class="button danger no-print" onClick={() => dispatch({ type: "askCancel" })}>
      {own.withdraw}
    </button>
  )
}
