/** The sessions of a person. */
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Device } from "../parts/device.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type Person, readPeopleAgain, sessionsOf } from "./people-data.ts"

export function SessionsCard({ person }: { person: Person }) {
  const { people: words, you } = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const { data, error, refetch } = useQuery(sessionsOf(person.id))
  const end = useWrite({
    mutationFn: () => api.endUserSessions({ id: person.id }),
    onSuccess: async ({ ended }) => {
      notify({ text: words.sessionsEnded({ count: ended }) })
      await readPeopleAgain()
    },
  })
  return (
    <section class="card" aria-labelledby="sessions">
      <header>
        <h2 id="sessions">{words.sessions}</h2>
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={2} />
      ) : data.data.length === 0 ? (
        <p class="content hint">{words.noSessions}</p>
      ) : (
        <>
          <ul class="rows">
            {data.data.map(({ id, current, network, user_agent, last_used_at }) => (
              <li key={id}>
                <div>
                  <Device userAgent={user_agent ?? network} />{" "}
                  {current && <span class="tag ok">{you.current}</span>}
                  <p class="hint">
                    {network} · {you.lastUsed} {formats.moment(last_used_at)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <footer class="row">
            <button
              type="button"
              class="button danger"
              disabled={end.isRunning}
              onClick={() => end.run(undefined)}
            >
              {words.endSessions}
            </button>
            <Refused error={end.failure} />
          </footer>
        </>
      )}
    </section>
  )
}
