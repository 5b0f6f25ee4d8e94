/** The plan of a visit that was promised a window: when the work is planned, whether that stays, and who is on the way. */
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

type Appointment = Answer<"readAppointment">

/** Facts of the appointment's panel. */
export function PlannedFacts({ appointment }: { appointment: Appointment }) {
  const words = useWords().board
  const { id, version, planned_start, pinned = false, narrowed_window, on_the_way, status } = appointment
  const again = { onSuccess: () => readAppointmentAgain(id), onError: () => readAppointmentAgain(id) }
  const pin = useWrite({
    mutationFn: () => (pinned ? api.unpinAppointment : api.pinAppointment)({ id, if_version: version }),
    ...again,
  })
  const setOut = useWrite({
    mutationFn: () =>
      on_the_way ? api.takeBackOnTheWay({ id }) : api.setOnTheWay({ id, if_version: version }),
    ...again,
  })
  const isPlanned = planned_start !== undefined && status === "scheduled"
  const toggle = () => pin.run(undefined)
  useKeys(isPlanned ? [{ key: "l", does: pinned ? words.unpin : words.pin, run: toggle }] : [])
  if (planned_start === undefined) return null
  const { moment, block } = appointmentFormats(appointment.timezone)
  const stays = pinned || narrowed_window !== undefined || on_the_way !== undefined
  return (
    <>
      <dt>{words.plan}</dt>
      <dd>
        <p>{moment(planned_start)}</p>
        <p class="hint">{stays ? words.planStays : words.planMoves}</p>
        {narrowed_window && <p class="hint">{words.toldHour({ time: block(narrowed_window) })}</p>}
        {on_the_way && (
          <p>
            {words.onTheWay}
            {on_the_way.expected && `, ${words.expected({ time: moment(on_the_way.expected) })}`}
          </p>
        )}
        {isPlanned && (
          <p class="row">
            <button type="button" class="button" disabled={pin.isRunning} onClick={toggle}>
              {pinned ? words.unpin : words.pin}
            </button>
            <button
              type="button"
              class="button"
              disabled={setOut.isRunning}
              onClick={() => setOut.run(undefined)}
            >
              {on_the_way ? words.notAfterAll : words.setOut}
            </button>
          </p>
        )}
        <Refused error={pin.failure ?? setOut.failure} />
      </dd>
    </>
  )
}
