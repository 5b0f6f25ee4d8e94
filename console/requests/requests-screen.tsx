/** The requests that customers were sent. The search, its order and the page are in the address. */
import { type Answer, api } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { CsvButton } from "../exports/csv-button.tsx"
import { requestsTable } from "../exports/tables.ts"
import { formatsOf, shortDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { Paging } from "../parts/paging.tsx"
import { Segments } from "../parts/segments.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { go, goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { pendingCount } from "./pending-data.ts"
import { orders, requestsIn, type SchedulingRequest, statuses } from "./request-data.ts"
import { StateTag } from "./state-tag.tsx"

export default function RequestsScreen({ query }: ScreenProps) {
  const allWords = useWords()
  const { requests: words, waiting } = allWords
  const status = statuses.find((each) => each === (query.get("status") ?? "open")) ?? null
  const typeId = Number(query.get("type")) || null
  const search = query.get("search") ?? ""
  const order = orders.find((each) => each === query.get("order")) ?? "newest"
  const wanted = { status, typeId, search: search.trim(), order }
  const { data, error, refetch } = useQuery(requestsIn(wanted, query.get("cursor")))
  const { data: types } = useQuery(allTypes)
  const isNarrowed = search.trim() !== "" || typeId !== null
  return (
    <Page
      title={words.title}
      tools={
        <>
          <Segments
            legend={words.state}
            choices={[...statuses.map((each) => [each, words.states[each]] as const), [null, words.all]]}
            chosen={status}
            onChoose={(each) => goWithQuery({ status: each ?? "all", cursor: null })}
          />
          <CsvButton table={() => requestsTable(allWords, wanted)} />
          <ToConfirm />
          <a class="button" href={hrefOf("/waiting")}>
            {waiting.title}
          </a>
          <a class="button" href={hrefOf("/requests/import")}>
            {words.import.open}
          </a>
        </>
      }
    >
      <div class="list-filters">
        <search class="input narrow">
          <Icon name="search" />
          <input
            type="search"
            aria-label={words.find}
            placeholder={words.findHint}
            maxLength={100}
            value={search}
            onInput={(event) =>
              goWithQuery({ search: event.currentTarget.value || null, cursor: null }, { replace: true })
            }
          />
        </search>
        <select
          class="input"
          aria-label={words.type}
          value={typeId ?? ""}
          onChange={(event) => goWithQuery({ type: event.currentTarget.value || null, cursor: null })}
        >
          <option value="">{words.allTypes}</option>
          {types?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          class="input"
          aria-label={words.order}
          value={order}
          onChange={(event) => goWithQuery({ order: event.currentTarget.value, cursor: null })}
        >
          {orders.map((each) => (
            <option key={each} value={each}>
              {words.orders[each]}
            </option>
          ))}
        </select>
      </div>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.data.length === 0 && isNarrowed ? (
        <Empty icon="search" title={words.nothingFits}>
          <button
            type="button"
            class="button"
            onClick={() => goWithQuery({ search: null, type: null, cursor: null })}
          >
            {words.showAll}
          </button>
        </Empty>
      ) : data.data.length === 0 ? (
        <Empty icon="requests" title={words.none} hint={words.noneHint}>
          <a class="button" href={hrefOf("/customers")}>
            {words.toCustomers}
          </a>
        </Empty>
      ) : (
        <Found requests={data.data} withState={status === null} />
      )}
      {data && <Paging cursor={query.get("cursor")} next={data.next_cursor} words={words} />}
    </Page>
  )
}

/** Leads to what waits for staff; nothing where nothing does. */
function ToConfirm() {
  const words = useWords().pending
  const { data: count } = useQuery(pendingCount)
  const path = "/requests/pending"
  useKeys(count ? [{ key: "y", does: words.title, run: () => go(path) }] : [])
  if (!count) return null
  return (
    <a class="button" href={hrefOf(path)} {...pressedBy("y")}>
      {words.title} <span class="count">{count}</span> <KeyCap of="Y" />
    </a>
  )
}

interface FoundProps {
  requests: readonly SchedulingRequest[]
  /** The column is shown only where the states of the rows differ. */
  withState: boolean
}

function Found({ requests, withState }: FoundProps) {
  const words = useWords().requests
  const formats = formatsOf(useSession().company.timezone)
  const { data: types } = useQuery(allTypes)
  const { data: names } = useQuery(namesOf(requests.map(({ customer_id }) => customer_id)))
  return (
    <section class="card table" aria-label={words.title}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.customer}</th>
            <th>{words.type}</th>
            <th>{words.latest}</th>
            <th class="far">{words.made}</th>
            {withState && <th>{words.state}</th>}
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, customer_id, appointment_type_id, latest_date, created_at, status }) => (
            <tr key={id}>
              <td class="subject">
                <a class="opens" href={hrefOf(`/requests/${id}`)}>
                  <strong>{names?.get(customer_id) ?? "…"}</strong>
                </a>
              </td>
              <td class="named">{types?.find((type) => type.id === appointment_type_id)?.name}</td>
              <td>{shortDay(latest_date)}</td>
              <td class="far">{formats.moment(created_at)}</td>
              {withState && (
                <td class="outcome">
                  <StateTag status={status} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const atOnce = 8

/** The names of a page's customers, a few at a time: requests are listed without them. */
const namesOf = (ids: readonly number[]) => ({
  queryKey: ["customer-names", ...new Set(ids)] as const,
  queryFn: async (): Promise<ReadonlyMap<number, string>> => {
    const names = new Map<number, string>()
    const waiting = new Set(ids).values()
    const read = async () => {
      for (const id of waiting) {
        const customer: Answer<"readCustomer"> = await api.readCustomer({ id })
        names.set(id, customer.name)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, read))
    return names
  },
})
