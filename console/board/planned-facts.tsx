/** The plan of a visit at the customer's: when the work is planned, whether that stays, and who is on the way. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

type Appointment = Answer<"readAppointment">

/** Facts of the appointment's panel. */
export function PlannedFacts({ appointment }: { appointment: Appointment }) {
  const words = useWords().board
  const { id, version, planned_start, pinned = false, narrowed_window, on_the_way, status } = appointment
  const pin = useWrite({
    mutationFn: () => (pinned ? api.unpinAppointment : api.pinAppointment)({ id, if_version: version }),
    ...readingAgain(id),
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
        {isPlanned && (
          <p class="row">
            <button type="button" class="button" disabled={pin.isRunning} onClick={toggle}>
              {pinned ? words.unpin : words.pin}
            </button>
          </p>
        )}
        <Refused error={pin.failure} />
      </dd>
    </>
  )
}

const readingAgain = (id: number) => ({
  onSuccess: () => readAppointmentAgain(id),
  onError: () => readAppointmentAgain(id),
})

const arrivals = [10, 20, 30, 45, 60, 90, 120]

/** The provider on the way, the arrival, and the customer's messages about it; on the visit's own date. */
export function OnTheWayFacts({ appointment }: { appointment: Appointment }) {
  const words = useWords().board
  const { id, version, on_the_way, status, start_time, timezone, address, planned_start } = appointment
  const [minutes, setMinutes] = useState<number | null>(null)
  const setOut = useWrite({
    mutationFn: () => api.setOnTheWay({ id, if_version: version, ...(minutes === null ? {} : { minutes }) }),
    onSuccess() {
      setMinutes(null)
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
  const takeBack = useWrite({ mutationFn: () => api.takeBackOnTheWay({ id }), ...readingAgain(id) })
  const isToday = localDate(start_time, timezone) === localDate(Date.now(), timezone)
  const isAtCustomer = planned_start !== undefined || address !== null
  const isOffered = status === "scheduled" && isAtCustomer && isToday
  if (!isOffered && !on_the_way) return null
  const isRunning = setOut.isRunning || takeBack.isRunning
  const { moment } = appointmentFormats(timezone)
  return (
    <>
      <dt>{words.onTheWay}</dt>
      <dd>
        {on_the_way?.expected && <p>{words.expected({ time: moment(on_the_way.expected) })}</p>}
        {isOffered && (
          <div class="row">
            <select
              class="input"
              aria-label={words.arrival}
              value={minutes ?? ""}
              onChange={(event) => setMinutes(Number(event.currentTarget.value) || null)}
            >
              <option value="">{on_the_way ? words.choose : words.arrivesAsPlanned}</option>
              {arrivals.map((each) => (
                <option key={each} value={each}>
                  {words.arrivesIn({ minutes: each })}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="button"
              disabled={isRunning || (on_the_way !== undefined && minutes === null)}
              onClick={() => setOut.run(undefined)}
            >
              {on_the_way ? words.tellLater : words.setOut}
            </button>
            {on_the_way && (
              <button
                type="button"
                class="button"
                disabled={isRunning}
                onClick={() => takeBack.run(undefined)}
              >
                {words.notAfterAll}
              </button>
            )}
          </div>
        )}
        {isOffered && on_the_way && <p class="hint">{words.laterHint}</p>}
        <Refused error={setOut.failure ?? takeBack.failure} />
      </dd>
    </>
  )
}
