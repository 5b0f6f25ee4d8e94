/** The customer's answer, and the time that their calendar proposed instead. Staff set what they have heard. */
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { Segments } from "../parts/segments.tsx"
import { Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

type Appointment = Answer<"readAppointment">

const attendances = ["unknown", "coming", "not_coming"] as const

/** Facts of the appointment's panel. */
export function Attendance({ appointment, hasBegun }: { appointment: Appointment; hasBegun: boolean }) {
  const words = useWords().board
  const { id, status, attendance, proposed_time, version, timezone } = appointment
  const set = useWrite({
    mutationFn: (said: Appointment["attendance"]) =>
      api.setAttendance({ id, attendance: said, if_version: version }),
    onSuccess: () => readAppointmentAgain(id),
    onError: () => readAppointmentAgain(id),
  })
  if (status !== "scheduled") return null
  return (
    <>
      <dt>{words.attendance}</dt>
      <dd>
        {hasBegun ? (
          words.attendances[attendance]
        ) : (
          <Segments
            legend={words.attendance}
            choices={attendances.map((each) => [each, words.attendanceAnswers[each]])}
            chosen={attendance}
            onChoose={(said) => said !== attendance && !set.isRunning && set.run(said)}
          />
        )}
        <Refused error={set.failure} />
      </dd>
      {proposed_time && (
        <>
          <dt>{words.asksFor}</dt>
          <dd>
            <strong>{appointmentFormats(timezone).block(proposed_time)}</strong>
            <p class="hint">{words.asksForHint}</p>
          </dd>
        </>
      )}
    </>
  )
}
