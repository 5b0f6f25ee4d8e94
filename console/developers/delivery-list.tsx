/** An endpoint's log, newest first. Its filters and its page are in the address. */
import { useLayoutEffect } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Paging } from "../parts/paging.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import {
  type Delivery,
  type DeliveryFilter,
  deliveriesOf,
  states,
  subscribableTypes,
} from "./endpoint-data.ts"
import { ResultTag } from "./result-tag.tsx"
import { stampsOf, startOfDate } from "./stamps.ts"

interface DeliveryListProps {
  endpointId: number
  query: URLSearchParams
  /** The delivery that is open beside it. */
  shown: number | null
  onList(ids: readonly number[]): void
}

function filterOf(query: URLSearchParams, zone: string): DeliveryFilter {
  const [from, to] = [query.get("from"), query.get("to")]
  return {
    status: states.find((state) => state === query.get("status")) ?? null,
    event_type: subscribableTypes.find((type) => type === query.get("event")) ?? null,
    from: from && startOfDate(zone, from),
    // The whole of the last day.
    to: to && startOfDate(zone, addDays(to, 1)),
    cursor: query.get("cursor"),
  }
}

export function DeliveryList({ endpointId, query, shown, onList }: DeliveryListProps) {
  const words = useWords().developers.deliveries
  const { timezone } = useSession().company
  const { data, error, refetch } = useQuery(deliveriesOf(endpointId, filterOf(query, timezone)))
  const ids = data?.data.map(({ id }) => id).join()
  useLayoutEffect(() => onList(data?.data.map(({ id }) => id) ?? []), [ids])
  const isFiltered = ["status", "event", "from", "to"].some((name) => query.has(name))
  const clear = () => goWithQuery({ status: null, event: null, from: null, to: null, cursor: null })
  return (
    <section class="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">{words.title}</h2>
      </header>
      <Filters query={query} />
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.data.length === 0 ? (
        <Empty
          icon="code"
          title={isFiltered ? words.noneMatch : words.none}
          {...(isFiltered ? {} : { hint: words.noneHint })}
        >
          {isFiltered && (
            <button type="button" class="button" onClick={clear}>
              {words.clear}
            </button>
          )}
        </Empty>
      ) : (
        <Rows endpointId={endpointId} deliveries={data.data} query={query} shown={shown} />
      )}
      {data && <Paging cursor={query.get("cursor")} next={data.next_cursor} words={words} isFoot />}
    </section>
  )
}

function Filters({ query }: { query: URLSearchParams }) {
  const words = useWords().developers.deliveries
  const set = (name: string) => (value: string) =>
    goWithQuery({ [name]: value === "" ? null : value, cursor: null }, { replace: true })
  const choices = [
    ["status", words.state, words.anyState, states.map((state) => [state, words.states[state]] as const)],
    ["event", words.event, words.anyEvent, subscribableTypes.map((type) => [type, type] as const)],
  ] as const
  return (
    <div class="log-filters">
      {choices.map(([name, label, any, options]) => (
        <Field key={name} label={label}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={query.get(name) ?? ""}
              onInput={(event) => set(name)(event.currentTarget.value)}
            >
              <option value="">{any}</option>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <TextField label={words.from} type="date" value={query.get("from") ?? ""} onInput={set("from")} />
      <TextField label={words.to} type="date" value={query.get("to") ?? ""} onInput={set("to")} />
    </div>
  )
}

interface RowsProps {
  endpointId: number
  deliveries: readonly Delivery[]
  query: URLSearchParams
  shown: number | null
}

function Rows({ endpointId, deliveries, query, shown }: RowsProps) {
  const words = useWords().developers.deliveries
  const stamps = stampsOf(useSession().company.timezone)
  const hrefWith = (id: number) => {
    const next = new URLSearchParams(query)
    next.set("delivery", String(id))
    return hrefOf(`/developers/webhooks/${endpointId}?${next}`)
  }
  return (
    <div class="delivery-log">
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.when}</th>
            <th>{words.event}</th>
            <th>{words.result}</th>
            <th class="delivery-count optional">{words.attempts}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id} class={delivery.id === shown ? "shown" : undefined}>
              <td>{stamps.full(delivery.created_at)}</td>
              <td class="subject">
                <a
                  id={`delivery-${delivery.id}`}
                  class="mono opens"
                  href={hrefWith(delivery.id)}
                  aria-current={delivery.id === shown ? "true" : undefined}
                >
                  {delivery.event_type}
                </a>
              </td>
              <td class="outcome">
                <ResultTag delivery={delivery} />
              </td>
              <td class="delivery-count optional">{delivery.attempts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
