import { AddToCalendar } from "../../shared/add-to-calendar.tsx"
import { Blocks } from "../../shared/blocks.tsx"
import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step-frame.tsx"
import { titleOf } from "../../shared/title.ts"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "./step-props.ts"

/** The appointment as it stands, with all that can be done about it. */
export function Appointment({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { appointment, appointmentType, company } = state.view
  if (!appointment) return null
  const zone = state.zone ?? appointment.timezone
  const { place } = appointmentType
  const changeable = appointment.canReschedule || appointment.canCancel
  const heading = state.news ? words[state.news] : words.yourAppointment

  return (
    <StepFrame heading={heading} done={state.news !== null}>
      <NoticeBox state={state} commands={commands} />
      <dl class="facts">
        <dt>{words.when}</dt>
        <dd>
          <Blocks blocks={appointment.blocks} zone={zone} />
          <span class="note">{formats.zone(zone, appointment.startTime)}</span>
        </dd>
        <dt>{words.where}</dt>
        <dd>
          {place === "at_location" ? appointment.locationName : words.place[place]}
          {place === "at_location" && appointment.locationAddress && (
            <span class="address">{appointment.locationAddress}</span>
          )}
        </dd>
        <dt>{words.who}</dt>
        <dd>{appointment.providerName}</dd>
      </dl>
      <AddToCalendar
        title={titleOf(appointmentType.name, company.name)}
        appointment={appointment}
        fetchFile={commands.calendarFile}
      />
      {changeable && (
        <div class="actions apart">
          {appointment.canReschedule && (
            <button type="button" class="button" onClick={() => commands.dispatch({ type: "startMoving" })}>
              {words.move}
            </button>
          )}
          {appointment.canCancel && (
            <button
              type="button"
              class="quiet danger"
              onClick={() => commands.dispatch({ type: "askCancel" })}
            >
              {words.cancel}
            </button>
          )}
        </div>
      )}
      {!changeable && (
        <p>
          {words.callToChange} {company.phone && <PhoneLink phone={company.phone} />}
        </p>
      )}
    </StepFrame>
  )
}
