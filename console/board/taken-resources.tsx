/** The rooms and equipment that an appointment takes. Staff choose others of the same group; the customer hears nothing of it. */
import { type Answer, api } from "../api/client.ts"
import { allResources } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

type Appointment = Answer<"readAppointment">

/** Facts of the appointment's panel. */
export function TakenResources({ appointment, hasBegun }: { appointment: Appointment; hasBegun: boolean }) {
  const words = useWords().board
  const { id, status, start_time, resources = [], version } = appointment
  const { data: all = [] } = useQuery({ ...allResources, enabled: resources.length > 0 })
  const give = useWrite({
    mutationFn: (resource_ids: number[]) =>
      api.rescheduleAppointment({
        ...{ id, start_time, resource_ids, if_version: version },
        silent_channels: ["sms", "mail"],
      }),
    onSuccess: () => readAppointmentAgain(id),
    onError: () => readAppointmentAgain(id),
  })
  if (resources.length === 0) return null
  const othersOf = (resourceId: number) => {
    const own = all.find((one) => one.id === resourceId)
    return all.filter(
      (one) =>
        own &&
        one.group === own.group &&
        one.location_id === own.location_id &&
        (one.id === resourceId || (one.active && !resources.some((taken) => taken.id === one.id))),
    )
  }
  const choose = (from: number, to: number) =>
    give.run(resources.map((taken) => (taken.id === from ? to : taken.id)))
  return (
    <>
      <dt>{words.takenThings}</dt>
      <dd>
        {resources.map((taken) => {
          const others = othersOf(taken.id)
          if (hasBegun || status !== "scheduled" || others.length < 2)
            return <p key={taken.id}>{taken.name}</p>
          return (
            <select
              key={taken.id}
              class="input"
              aria-label={words.takesInstead({ name: taken.name })}
              value={taken.id}
              disabled={give.isRunning}
              onInput={(event) => choose(taken.id, Number(event.currentTarget.value))}
            >
              {others.map(({ id: otherId, name }) => (
                <option key={otherId} value={otherId}>
                  {name}
                </option>
              ))}
            </select>
          )
        })}
        <Refused error={give.failure} />
      </dd>
    </>
  )
}
