/** The programs that act for the user; an admin sees those of all. */
import { api } from "../api/client.ts"
import { allPeople, rowsOf } from "../api/lists.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Failed, failureText, Loading } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

const key = ["connected-apps"]

export function ConnectedApps() {
  const words = useWords()
  const { company, user } = useSession()
  const formats = formatsOf(company.timezone)
  const isAdmin = user.role === "admin"
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => rowsOf(api.listConnectedApps({ limit: 100 })),
  })
  const { data: people } = useQuery({ ...allPeople, enabled: isAdmin })
  const end = useWrite({
    mutationFn: ({ id }: { id: number; name: string }) => api.revokeConnectedApp({ id }),
    onSuccess: (_, { name }) => {
      notify({ text: words.apps.ended({ name }) })
      queries.invalidateQueries({ queryKey: key })
    },
    onError: (failure) => notify({ text: failureText(failure) }),
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={1} />
  if (data.length === 0) return <p class="content hint">{words.apps.none}</p>
  const ownerOf = (id: number) =>
    id === user.id ? null : (people?.find((one) => one.id === id)?.name ?? String(id))
  return (
    <ul class="rows">
      {data.map(({ id, name, host, user_id, last_used_at }) => {
        const owner = ownerOf(user_id)
        return (
          <li key={id}>
            <div>
              <strong>{name}</strong>{" "}
              {owner !== null && <span class="tag">{words.apps.forUser({ name: owner })}</span>}
              <p class="hint">
                {host} · {words.developers.keys.lastUsed}:{" "}
                {last_used_at === null ? words.developers.keys.never : formats.moment(last_used_at)}
              </p>
            </div>
            <button
              type="button"
              class="button danger"
              aria-label={words.apps.endNamed({ name })}
              onClick={() => end.run({ id, name })}
            >
              {words.apps.end}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
