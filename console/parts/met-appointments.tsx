/** The appointments and classes that stand in somebody's time off, or on closed dates: each leads to its place on the board. */
import { api } from "../api/client.ts"
import { rowsOf } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { MetSessions, type TimeOffId } from "./met-sessions.tsx"
import { Failed, Loading } from "./states.tsx"

const appointmentsIn = (of: TimeOffId) => ({
  queryKey: ["appointments", of] as const,
  queryFn: () => rowsOf(api.listAppointments({ ...of, limit: 100 })),
})

export function MetAppointments({ of }: { of: TimeOffId }) {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(appointmentsIn(of))
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0)
    return (
      <>
        <p class="hint" role="status">
          {words.nothingMet}
        </p>
        <MetSessions of={of} />
      </>
    )
  return (
    <section class="stack" aria-label={words.met({ count: data.length })}>
      <p class="alert" role="status">
        {words.met({ count: data.length })} {words.metMeaning}
      </p>
      <ul class="rows">
        {data.map(({ id, start_time, timezone, appointment_type, provider, location }) => (
          <li key={id}>
            <div>
              <strong>{appointmentFormats(timezone).moment(start_time)}</strong>
              <p class="hint">
                {appointment_type.name}, {provider.name}, {location.name}
              </p>
            </div>
            <a
              class="button"
              href={hrefOf(`/?date=${localDate(start_time, timezone)}&appointment=${id}`)}
              aria-label={words.showMet({ moment: appointmentFormats(timezone).moment(start_time) })}
            >
              {words.show}
            </a>
          </li>
        ))}
      </ul>
      <OtherTimes appointments={data} isOfOne={"time_off_id" in of} />
      <MetSessions of={of} />
    </section>
  )
}

type Met = Awaited<ReturnType<ReturnType<typeof appointmentsIn>["queryFn"]>>

/** Leads to what is proposed for all of them: of the provider who is away, or of each location that is closed. */
function OtherTimes({ appointments, isOfOne }: { appointments: Met; isOfOne: boolean }) {
  const words = useWords().disruptions
  const found = new Map<string, { name: string; dates: string[] }>()
  for (const { provider, location, start_time, end_time, timezone } of appointments) {
    const [key, name] = isOfOne ? [`p${provider.id}`, provider.name] : [`l${location.id}`, location.name]
    const dates = [
      ...(found.get(key)?.dates ?? []),
      localDate(start_time, timezone),
      localDate(end_time, timezone),
    ]
    found.set(key, { name, dates: dates.sort() })
  }
  return (
    <div class="row">
      {[...found].map(([of, { name, dates }]) => (
        <a
          key={of}
          class="button"
          href={hrefOf(`/disruptions/new?of=${of}&date=${dates[0]}&until=${dates.at(-1)}`)}
        >
          {words.otherTimesOf({ name })}
        </a>
      ))}
    </div>
  )
}
