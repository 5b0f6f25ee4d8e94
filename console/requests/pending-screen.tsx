/** The appointments that wait for staff: by deadline, with the answers one key away. The shown one is in the address. */
import { useQuery } from "../api/queries.ts"
import { customerOf } from "../customers/customer-data.ts"
import { formatsOf } from "../formats.ts"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useKeys } from "../shell/keys.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { allPending, isProposed, type Pending } from "./pending-data.ts"
import { PendingDetail } from "./pending-detail.tsx"

export default function PendingScreen({ query }: ScreenProps) {
  const { requests, pending: words } = useWords()
  const { data, error, refetch } = useQuery(allPending)
  const groups = groupsOf(data ?? [])
  const all = groups.flatMap(({ rows }) => rows)
  const chosen = all.find(({ id }) => id === Number(query.get("appointment"))) ?? all[0]
  const step = (by: number) => () => {
    const next = all[all.findIndex(({ id }) => id === chosen?.id) + by]
    if (next) goWithQuery({ appointment: String(next.id) }, { replace: true })
  }
  useKeys([
    { key: "j", does: words.next, run: step(1) },
    { key: "k", does: words.before, run: step(-1) },
  ])
  return (
    <Page title={words.title} lead={<BackLink to="/requests" name={requests.title} />}>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : !chosen ? (
        <Empty icon="check" title={words.none} hint={words.noneHint} />
      ) : (
        <div class="split inbox">
          <section class="card" aria-label={words.title}>
            {groups.map(({ name, rows }) => (
              <section key={name} aria-label={words.groups[name]}>
                <h2 class="group-name">{words.groups[name]}</h2>
                <ul class="rows">
                  {rows.map((row) => (
                    <PendingRow key={row.id} pending={row} isChosen={row.id === chosen.id} />
                  ))}
                </ul>
              </section>
            ))}
          </section>
          <PendingDetail
            key={chosen.id}
            pending={chosen}
            isSought={Number(query.get("appointment")) === chosen.id}
          />
        </div>
      )}
    </Page>
  )
}

interface Group {
  name: "company" | "customer"
  rows: readonly Pending[]
}

/** First what staff have to answer. */
function groupsOf(rows: readonly Pending[]): Group[] {
  const groups: Group[] = [
    { name: "company", rows: rows.filter((row) => !isProposed(row)) },
    { name: "customer", rows: rows.filter(isProposed) },
  ]
  return groups.filter((group) => group.rows.length > 0)
}

function PendingRow({ pending, isChosen }: { pending: Pending; isChosen: boolean }) {
  const words = useWords().pending
  const { id, customer_id, appointment_type, provider, start_time, timezone, answer_by } = pending
  const { data: customer } = useQuery(customerOf(customer_id))
  const formats = formatsOf(timezone)
  return (
    <li>
      <a href={hrefOf(`/requests/pending?appointment=${id}`)} aria-current={isChosen ? "true" : undefined}>
        <strong>{customer?.name ?? "…"}</strong> <span>{appointment_type.name}</span>
        <br />
        <span class="hint">
          {formats.moment(start_time)} · {provider.name}
        </span>
      </a>
      <span class="tag">{words.until({ time: formats.moment(answer_by!) })}</span>
    </li>
  )
}
