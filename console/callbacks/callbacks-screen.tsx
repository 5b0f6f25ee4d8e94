/** The callers who want to be called back, and their messages. The state and the page are in the address. */
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { Paging } from "../parts/paging.tsx"
import { Segments } from "../parts/segments.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Callback, callbacksIn, readCallbacksAgain, statuses } from "./callback-data.ts"

export default function CallbacksScreen({ query }: ScreenProps) {
  const { callbacks: words, inbox } = useWords()
  const status = statuses.find((each) => each === query.get("status")) ?? "waiting"
  const { data, error, refetch } = useQuery(callbacksIn(status, query.get("cursor")))
  return (
    <Page
      title={words.title}
      lead={<BackLink to="/inbox" name={inbox.title} />}
      tools={
        <Segments
          legend={words.state}
          choices={statuses.map((each) => [each, words.states[each]])}
          chosen={status}
          onChoose={(each) => goWithQuery({ status: each, cursor: null })}
        />
      }
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.data.length === 0 ? (
        <Empty icon="phone" title={words.none[status]} hint={words.noneHint} />
      ) : (
        <section class="card table" aria-label={words.title}>
          <table class="stacks">
            <thead>
              <tr>
                <th>{words.caller}</th>
                <th>{words.message}</th>
                <th>{words.bestTime}</th>
                <th class="far">{words.asked}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {data.data.map((callback) => (
                <CallbackRow key={callback.id} callback={callback} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data && <Paging cursor={query.get("cursor")} next={data.next_cursor} words={words} />}
    </Page>
  )
}

function CallbackRow({ callback }: { callback: Callback }) {
  const words = useWords().callbacks
  const formats = formatsOf(useSession().company.timezone)
  const { id, status, customer, caller_name, phone, message, best_time, created_at } = callback
  const { run, isRunning, failure } = useWrite({
    mutationFn: (done: boolean) => api.updateCallback({ id, done }),
    onSuccess: readCallbacksAgain,
  })
  return (
    <tr>
      <td class="subject">
        {customer ? (
          <a href={hrefOf(`/customers/${customer.id}`)}>
            <strong>{customer.name}</strong>
          </a>
        ) : (
          <strong>{caller_name ?? words.unknown}</strong>
        )}{" "}
        <a class="button small" href={`tel:${phone}`}>
          <Icon name="phone" small /> {shownPhone(phone)}
        </a>
      </td>
      <td class="named">{message}</td>
      <td>{best_time ?? <span class="hint">{words.anyTime}</span>}</td>
      <td class="far">{formats.moment(created_at)}</td>
      <td class="outcome">
        <button type="button" class="button" disabled={isRunning} onClick={() => run(status === "waiting")}>
          {status === "waiting" ? words.markDone : words.putBack}
        </button>
        {failure && <Refused error={failure} />}
      </td>
    </tr>
  )
}
