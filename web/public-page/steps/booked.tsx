import { AddToCalendar } from "../../shared/add-to-calendar.tsx"
import { AppointmentFacts } from "../../shared/appointment.tsx"
import { titleOf } from "../../shared/formats.ts"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"

/** The booked appointment, for the visitor's own calendar. */
export function Booked({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { booked, wish, view, emailTaken } = state
  if (!booked) return null
  const { appointment, typeName } = booked
  return (
    <StepFrame heading={words.booked} done>
      {emailTaken && <p class="notice">{own.emailTaken}</p>}
      <AppointmentFacts
        appointment={appointment}
        zone={state.zone ?? appointment.timezone}
        place={wish?.place ?? null}
      />
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
