import type { AppointmentView } from "../../../../domain/contracts/customer-pages.ts"
import { AddToCalendar } from "../../../shared/add-to-calendar.tsx"
import { Ticket } from "../../../shared/appointment.tsx"
import { PhoneLink } from "../../../shared/company.tsx"
import { titleOf } from "../../../shared/formats.ts"
import { useLanguage } from "../../../shared/language.ts"
import { lazy } from "../../../shared/lazy.tsx"
import { useSent, WhatHappensNext } from "../../../shared/messages-to-come.tsx"
import { StepFrame } from "../../../shared/step.tsx"
import { Thanks } from "../../../shared/thanks.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { SeriesList } from "../series.tsx"
import { useOwnWords } from "../words.ts"
import { Pending } from "./pending.tsx"

/** Few appointments lack a file. */
const MissingFiles = lazy<StepProps>(async () => (await import("./missing-files.tsx")).MissingFiles)

const noMessages = { confirmation: [], changes: [], reminders: [], answer: [] }

/** The appointment, and everything that can be done about it. */
export function Appointment({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { appointment, appointmentType: type, company, customer, messages = noMessages } = state.view
  const sent = useSent(messages)
  if (!appointment) return null
  if (appointment.pending)
    return (
      <Pending
        state={state}
        commands={commands}
        appointment={{ ...appointment, pending: appointment.pending }}
      />
    )
  const { news } = state
  const { firstName } = customer
  const told = useTold(appointment, state.zone ?? appointment.timezone)
  const booked = firstName ? words.bookedNamed({ firstName }) : words.booked
  const head = news
    ? {
        heading: news === "booked" ? booked : own.moved,
        lead: news === "booked" && sent,
        done: true,
        ...told,
      }
    : { heading: words.hello({ firstName }), lead: own.yourAppointment, ...told }
  if (type.place === "remote" && state.visitorZone === null) {
    // Its time is shown in the visitor's zone, which the server does not know.
    return (
      <StepFrame {...head}>
        <div class="skeleton" aria-hidden="true" />
      </StepFrame>
    )
  }
  const calendars = (
    <AddToCalendar
      title={titleOf(type.name, company.name)}
      appointment={appointment}
      fetchFile={commands.calendarFile}
    />
  )
  return (
    <StepFrame {...head}>
      <NoticeBox state={state} commands={commands} />
      <Ticket
        title={type.name}
        appointment={appointment}
        zone={state.zone ?? appointment.timezone}
        place={type.place}
      />
      {appointment.attendance !== "unknown" && state.notice?.code !== "coming" && (
        <p>{appointment.attendance === "coming" ? own.saidComing : own.saidNotComing}</p>
      )}
      <SeriesList state={state} />
      {(state.view.missingFiles?.length ?? 0) > 0 && <MissingFiles state={state} commands={commands} />}
      {news && <WhatHappensNext messages={messages} />}
      {news === "booked" && <Thanks company={company} />}
      {news && calendars}
      <Change state={state} commands={commands} />
      {!news && calendars}
    </StepFrame>
  )
}

/** The news of the day's plan beside the appointment: that the provider is on the way, or the window that the hour belongs to. */
function useTold({ onTheWay, isNarrowed, ...window }: AppointmentView, zone: string): { lead?: string } {
  const own = useOwnWords()
  const { formats } = useLanguage()
  if (onTheWay) {
    const { expected } = onTheWay
    return { lead: expected ? own.arriving({ time: formats.time(expected, zone) }) : own.onTheWay }
  }
  return isNarrowed ? { lead: own.withinWindow({ window: formats.timeRange(window, zone) }) } : {}
}

/** Moves or cancels it; after the company's notice has passed, it says whom to call. */
function Change({ state, commands: { dispatch } }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { appointment, company } = state.view
  const { canReschedule, canCancel } = appointment!
  if (!canReschedule && !canCancel) {
    return (
      <p>
        {own.callToChange} {company.phone && <PhoneLink phone={company.phone} />}
      </p>
    )
  }
  return (
    <fieldset class="no-print">
      <legend class="legend">{words.needChange}</legend>
      <div class="row two">
        {canReschedule && (
          <button type="button" class="button" onClick={() => dispatch({ type: "startMoving" })}>
            {words.move}
          </button>
        )}
        {canCancel && (
          <button type="button" class="button danger" onClick={() => dispatch({ type: "askCancel" })}>
            {words.cancel}
          </button>
        )}
      </div>
    </fieldset>
  )
}
