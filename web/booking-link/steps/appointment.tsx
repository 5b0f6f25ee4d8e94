import { AddToCalendar } from "../../shared/add-to-calendar.tsx"
import { AppointmentFacts } from "../../shared/appointment.tsx"
import { titleOf } from "../../shared/formats.ts"
import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-booking-link.ts"

/** The appointment, and everything that can be done about it. */
export function Appointment({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { appointment, appointmentType, company } = state.view
  if (!appointment) return null
  const { canReschedule, canCancel, timezone } = appointment
  const { place } = appointmentType
  const heading = state.news ? words[state.news] : words.yourAppointment
  if (place === "remote" && !state.zone) {
    // Its time is shown in the visitor's zone, which the server does not know.
    return (
      <StepFrame heading={heading}>
        <div class="skeleton" aria-hidden="true" />
      </StepFrame>
    )
  }

  return (
    <StepFrame heading={heading} done={state.news !== null}>
      <NoticeBox state={state} commands={commands} />
      <AppointmentFacts appointment={appointment} zone={state.zone ?? timezone} place={place} />
      <AddToCalendar
        title={titleOf(appointmentType.name, company.name)}
        appointment={appointment}
        fetchFile={commands.calendarFile}
      />
      {canReschedule || canCancel ? (
        <div class="actions apart">
          {canReschedule && (
            <button type="button" class="button" onClick={() => commands.dispatch({ type: "startMoving" })}>
              {words.move}
            </button>
          )}
          {canCancel && (
            <button
              type="button"
              class="quiet danger"
              onClick={() => commands.dispatch({ type: "askCancel" })}
            >
              {words.cancel}
            </button>
          )}
        </div>
      ) : (
        <p>
          {words.callToChange} {company.phone && <PhoneLink phone={company.phone} />}
        </p>
      )}
    </StepFrame>
  )
}
