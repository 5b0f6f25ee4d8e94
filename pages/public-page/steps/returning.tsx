/** The ways for those who do not book something new: what this browser booked, an appointment, an invitation. */
import type { DayAndTime } from "../../shared/formats.ts"
import { useLanguage } from "../../shared/language.ts"
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

/** The appointments that were booked with this browser. Another person on the same device says so. */
export function BookedHere({ state, commands }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  if (state.remembered.length === 0) return null
  return (
    <section class="booked-here">
      <h2>{state.remembered.every(({ isPending }) => isPending) ? own.askedHere : own.bookedHere}</h2>
      <ul class="list">
        {state.remembered.map(({ manageUrl, typeName, blocks, kind, zone, isPending }) => (
          <li key={manageUrl}>
            <a class="offer" href={manageUrl}>
              <span>
                <strong>{typeName}</strong>{" "}
                <small>{inOneLine(formats.dayAndTime({ ...blocks[0]!, ...(kind && { kind }) }, zone))}</small>
                {isPending && <small>{own.notBookedYet}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet" onClick={commands.forgetMe}>
        {own.notMe}
      </button>
    </section>
  )
}

const inOneLine = ([day, time, until]: DayAndTime) => `${day}, ${until ? `${time} – ${until}` : time}`
