/** One entry of the audit trail, with everything that is known of it. */
import { useQuery } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { type Entry, entryOf, recordPath } from "./audit-data.ts"
import { useAuditWords } from "./audit-words.ts"

export function AuditEntry({ id }: { id: number }) {
  const words = useWords().people
  const formats = formatsOf(useSession().company.timezone)
  const { operationOf } = useAuditWords()
  const { data: entry, error, refetch } = useQuery(entryOf(id))
  return (
    <Panel
      title={entry ? operationOf(entry.operation) : words.entry}
      note={entry && formats.moment(entry.at)}
      onClose={() => goWithQuery({ entry: null })}
    >
      {entry ? (
        <Facts entry={entry} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading rows={5} />
      )}
    </Panel>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const { people: words, you } = useWords()
  const { people, actorOf } = useAuditWords()
  const { actor, operation, fields, target_id, network, request_id, at } = entry
  const path = recordPath(entry)
  const person = path?.startsWith("/people/") && people?.find(({ id }) => id === target_id)
  const role = you.role[actor.role as keyof typeof you.role] ?? actor.role
  return (
    <dl class="facts">
      <dt>{words.who}</dt>
      <dd>
        {actorOf(entry)}
        {role && <span class="hint"> · {role}</span>}
      </dd>
      <dt>{words.what}</dt>
      <dd>
        <code>{operation}</code>
      </dd>
      {fields.length > 0 && (
        <>
          <dt>{words.fields}</dt>
          <dd>
            {fields.join(", ")}
            <p class="hint">{words.noValues}</p>
          </dd>
        </>
      )}
      {target_id !== null && (
        <>
          <dt>{words.record}</dt>
          <dd>{path ? <a href={hrefOf(path)}>{person ? person.name : target_id}</a> : target_id}</dd>
        </>
      )}
      {actor.customer_id !== null && (
        <>
          <dt>{words.forCustomer}</dt>
          <dd>
            <a href={hrefOf(`/customers/${actor.customer_id}`)}>{actor.customer_id}</a>
          </dd>
        </>
      )}
      {network !== null && (
        <>
          <dt>{words.network}</dt>
          <dd>{network}</dd>
        </>
      )}
      <dt>{words.when}</dt>
      <dd>{at}</dd>
      <dt>{words.request}</dt>
      <dd>
        <code class="secret">{request_id}</code>
      </dd>
    </dl>
  )
}
