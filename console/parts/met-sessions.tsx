/** The classes that stand while somebody is away, or on closed dates: each leads to its panel, where it is moved or cancelled. */
import { api, type Row } from "../api/client.ts"
import { rowsOf } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

/** The time off of a provider, or of the company. */
export type TimeOffId = { time_off_id: number } | { company_time_off_id: number }

type Session = Row<"listClassSessions">

/** Kept as the sessions that a seat may move to are: read again with each change of a class. */
const sessionsIn = (of: TimeOffId) => ({
  queryKey: ["sessions-to-come", of] as const,
  queryFn: () => rowsOf(api.listClassSessions({ ...of, limit: 100 })),
})

export function MetSessions({ of }: { of: TimeOffId }) {
  const { data } = useQuery(sessionsIn(of))
  return data ? <StandingSessions sessions={data} /> : null
}

export function StandingSessions({ sessions }: { sessions: readonly Session[] }) {
  const words = useWords().classes
  if (sessions.length === 0) return null
  return (
    <section class="stack" aria-label={words.met({ count: sessions.length })}>
      <p class="alert" role="status">
        {words.met({ count: sessions.length })} {words.metMeaning}
      </p>
      <ul class="rows">
        {sessions.map((session) => (
          <Standing key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function Standing({ session }: { session: Session }) {
  const words = useWords().classes
  const { id, appointment_type, provider, providers = [provider], start_time, timezone } = session
  const { seats_taken: taken, seats } = session
  const moment = appointmentFormats(timezone).moment(start_time)
  return (
    <li>
      <div>
        <strong>
          {moment}, {appointment_type.name}
        </strong>
        <p class="hint">
          {providers.map(({ name }) => name).join(", ")} · {words.taken({ taken, seats })}
        </p>
      </div>
      <a class="button" href={hrefOf(`/?date=${localDate(start_time, timezone)}&session=${id}`)}>
        {words.show}
        <span class="said">
          {" "}
          {appointment_type.name}, {moment}
        </span>
      </a>
    </li>
  )
}
