/** The ways for those who do not book something new: what this browser booked, an appointment, an invitation. */
import type { StepProps } from "../commands.ts"
import { useOwnWords } from "../words.ts"
import { Offer } from "./offer.tsx"

export function Returning({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { dispatch } = commands
  return (
    <ul class="list minor">
      {state.view.canTextLinks && (
        <Offer
          name={own.haveAppointment}
          about={own.haveAppointmentAbout}
          onPick={() => dispatch({ type: "lookFor", what: "links" })}
        />
      )}
      <Offer
        name={own.findRequests}
        about={own.findRequestsAbout}
        onPick={() => dispatch({ type: "lookFor", what: "requests" })}
      />
    </ul>
  )
}

/**
 * Says that something was booked with this browser, but neither what nor when, since others may hold the device. Another
 * person can say so.
 */
export function BookedHere({ state, commands }: StepProps) {
  const own = useOwnWords()
  const [soonest] = state.remembered
  if (!soonest) return null
  return (
    <div class="booked-here">
      <p>
        {soonest.isPending ? own.askedHere : own.bookedHere} <a href={soonest.manageUrl}>{own.openBooked}</a>
      </p>
      <button type="button" class="quiet" onClick={commands.forgetMe}>
        {own.notMe}
      </button>
    </div>
  )
}
