/** Spans in which a provider is away, or a room can't be used, each of which can be taken back. */
import type { QueryKey, QueryObserverOptions } from "@tanstack/query-core"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { TimeOff } from "./settings-data.ts"

interface TimeOffListProps<Key extends QueryKey> {
  query: QueryObserverOptions<TimeOff[], Error, TimeOff[], TimeOff[], Key>
  remove(timeOffId: number): Promise<unknown>
}

export function TimeOffList<Key extends QueryKey>({ query, remove }: TimeOffListProps<Key>) {
  const words = useWords().settings
  const { company } = useSession()
  const { data, error, refetch } = useQuery(query)
  const takeBack = useWrite({
    mutationFn: remove,
    onSuccess: async () => {
      await readAllAgain()
      notify({ text: words.takenBack })
    },
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return null
  const formats = appointmentFormats(company.timezone)
  return (
    <section class="card" aria-label={words.tabs.timeOff}>
      <ul class="rows">
        {data.map(({ id: timeOffId, start, end, reason }) => (
          <li key={timeOffId}>
            <div>
              <strong>{formats.block({ start_time: start, end_time: end })}</strong>
              {reason && <p class="hint">{reason}</p>}
            </div>
            <button
              type="button"
              class="button"
              disabled={takeBack.isRunning}
              onClick={() => takeBack.run(timeOffId)}
            >
              {words.takeBack}
            </button>
          </li>
        ))}
      </ul>
      <Refused error={takeBack.failure} />
    </section>
  )
}
