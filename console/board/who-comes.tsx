/**
 * The people who come to an appointment. Staff choose another one for each, and for ten seconds take that back by one press.
 * Only a change of who leads is news for the customer.
 */
import { type Answer, api } from "../api/client.ts"
import { allProviders } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { failureText, Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { isMovable, readAppointmentAgain } from "./board-data.ts"
import { tookMoveBack, undoSeconds } from "./reopening.ts"

type Appointment = Answer<"readAppointment">

/** A fact of the appointment's panel. */
export function WhoComes({ appointment, hasBegun }: { appointment: Appointment; hasBegun: boolean }) {
  const words = useWords().board
  const { id, version, start_time, appointment_type, session_id } = appointment
  const coming = appointment.providers ?? [{ ...appointment.provider, lead: true }]
  const canChange = isMovable(appointment) && !hasBegun && (session_id ?? null) === null
  const { data: all = [] } = useQuery({ ...allProviders, enabled: canChange })
  const give = useWrite({
    mutationFn: ({ from, to }: { from: number; to: number }) => {
      const lead = coming.find((each) => each.lead)!.id
      const ids = coming.map((each) => (each.id === from ? to : each.id))
      return api.rescheduleAppointment({
        ...{ id, start_time, if_version: version, hold_messages_seconds: undoSeconds },
        provider_id: lead === from ? to : lead,
        ...(appointment.group_id === undefined ? {} : { whole_group: false }),
        ...(coming.length > 1 ? { provider_ids: ids } : {}),
        ...(lead === from ? {} : { silent_channels: ["sms", "mail"] }),
      })
    },
    onSuccess: (moved, { to }) => {
      const name = all.find((one) => one.id === to)!.name
      notify({ text: words.comesNow({ name }), undo: () => void takeBack(moved) })
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
  const takeBack = async (moved: Answer<"rescheduleAppointment">) => {
    try {
      notify({ text: (await tookMoveBack(moved)) ? words.movedBack : words.toldAlready })
    } catch (error) {
      notify({ text: failureText(error as Error) })
    }
    await readAppointmentAgain(id)
  }
  const othersFor = (own: number) =>
    all
      .filter(
        (one) =>
          one.id === own ||
          (one.active &&
            one.appointment_type_ids.includes(appointment_type.id) &&
            !coming.some((each) => each.id === one.id)),
      )
      .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <dt>{words.who}</dt>
      <dd>
        {coming.map(({ id: own, name, lead }) => {
          const others = canChange ? othersFor(own) : []
          return (
            <p key={own} class="comes">
              {others.length < 2 ? (
                name
              ) : (
                <select
                  class="input"
                  aria-label={words.takesInstead({ name })}
                  value={own}
                  disabled={give.isRunning}
                  onInput={(event) => give.run({ from: own, to: Number(event.currentTarget.value) })}
                >
                  {others.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
              )}{" "}
              {coming.length > 1 && lead && <small>{words.leads}</small>}
            </p>
          )
        })}
        <Refused error={give.failure} />
      </dd>
    </>
  )
}
