/** The other services of the same visit. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { formatsOf, localDate } from "../formats.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

interface GroupFactsProps {
  appointment: { id: number; group_id?: number | undefined }
}

export function GroupFacts({ appointment }: GroupFactsProps) {
  const { series: words, board } = useWords()
  const { id, group_id: groupId } = appointment
  const { data } = useQuery({
    queryKey: ["appointment", "group", groupId] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.listAppointments({ group_id: groupId! }, { signal }),
    enabled: groupId !== undefined,
  })
  const others = data?.data.filter((one) => one.id !== id) ?? []
  if (others.length === 0) return null
  return (
    <>
      <dt>{words.ofGroup}</dt>
      <dd>
        {others.map((one) => (
          <p key={one.id}>
            <a href={hrefOf(`/?date=${localDate(one.start_time, one.timezone)}&appointment=${one.id}`)}>
              {formatsOf(one.timezone).time(one.start_time)} {one.appointment_type.name}
            </a>{" "}
            <small>{one.status === "scheduled" ? one.provider.name : board.states[one.status]}</small>
          </p>
        ))}
      </dd>
    </>
  )
}
