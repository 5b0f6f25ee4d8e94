import { AddToCalendar } from "../../shared/add-to-calendar.tsx"
import { Blocks } from "../../shared/blocks.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step-frame.tsx"
import { titleOf } from "../../shared/title.ts"
import { useOwnWords } from "../words.ts"
import type { StepProps } from "./step-props.ts"

/** The appointment as it stands, for the visitor's own calendar. */
export function Booked({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { booked, wish, view, emailTaken } = state
  if (!booked) return null
  const { appointment, typeName } = booked
  const zone = state.zone ?? appointment.timezone
  const isHere = wish?.place === "at_location" || appointment.locationAddress !== null
  return (
    <StepFrame heading={words.booked} done>
      {emailTaken && <p class="notice">{own.emailTaken}</p>}
      <dl class="facts">
        <dt>{words.when}</dt>
        <dd>
          <Blocks blocks={appointment.blocks} zone={zone} />
          <span class="note">{formats.zone(zone, appointment.startTime)}</span>
        </dd>
        {(isHere || wish?.place) && (
          <>
            <dt>{words.where}</dt>
            <dd>
              {isHere ? appointment.locationName : wish?.place && words.place[wish.place]}
              {appointment.locationAddress && <span class="address">{appointment.locationAddress}</span>}
            </dd>
          </>
        )}
        <dt>{words.who}</dt>
        <dd>{appointment.providerName}</dd>
      </dl>
      <AddToCalendar
        title={titleOf(typeName, view.company.name)}
        appointment={appointment}
        fetchFile={commands.calendarFile}
      />
      <div class="actions apart">
        <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "startOver" })}>
          {own.bookOther}
        </button>
      </div>
    </StepFrame>
  )
}
