/** The waiting list: what it has filled, and who waits for what. Filters and page are in the address. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { localDate, shortAmount } from "../formats.ts"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { Paging } from "../parts/paging.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { EntriesTable } from "./entries-table.tsx"
import { WaitDialog } from "./wait-dialog.tsx"
import { entriesBy, states, summaryOf } from "./waiting-data.ts"

export default function WaitingScreen({ query }: ScreenProps) {
  const { waiting: words, requests } = useWords()
  const state = query.has("state") ? (states.find((each) => each === query.get("state")) ?? null) : "waiting"
  const { user } = useSession()
  const [isJoining, setJoining] = useState(false)
  useKeys([{ key: "c", does: words.add, run: () => setJoining(true) }])
  const cursor = query.get("cursor")
  const typeId = Number(query.get("type")) || null
  const { data, error, refetch } = useQuery(entriesBy({ state, typeId, customerId: null, cursor }))
  return (
    <Page
      title={words.title}
      lead={<BackLink to="/requests" name={requests.title} />}
      tools={
        <button type="button" class="button primary" {...pressedBy("c")} onClick={() => setJoining(true)}>
          <Icon name="plus" small /> {words.add} <KeyCap of="C" />
        </button>
      }
    >
      <Filled />
      <Filters state={state} typeId={typeId} />
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.data.length === 0 ? (
        <Empty icon="clock" title={words.none} hint={words.noneHint} />
      ) : (
        <section class="card table" aria-label={words.title}>
          <EntriesTable entries={data.data} withNames />
        </section>
      )}
      {isJoining && <WaitDialog onClose={() => setJoining(false)} />}
      {data && <Paging cursor={cursor} next={data.next_cursor} words={words} />}
      <p class="hint">
        {words.offeredBySelf} {user.role === "admin" && <a href={hrefOf("/settings")}>{words.changeOrder}</a>}
      </p>
    </Page>
  )
}

const days = 30

/** The bookings by offers of the last thirty days. */
function Filled() {
  const words = useWords().waiting
  const { timezone } = useSession().company
  const today = localDate(new Date().toISOString(), timezone)
  const { data } = useQuery(summaryOf(addDays(today, 1 - days), today))
  const median = data?.median_minutes_to_booking ?? null
  // They have their room from the start, so that the list below never moves.
  const facts = [
    [words.summary.waiting, data?.waiting],
    [words.summary.booked, data && words.ofOffers(data)],
    [words.summary.hours, data && shortAmount(data.booked_minutes / 60, "hour", 1)],
    [words.summary.median, data && (median === null ? "–" : words.minutes({ count: median }))],
  ] as const
  return (
    <section aria-label={words.summary.title} aria-busy={data === undefined}>
      <dl class="key-figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value ?? "…"}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Filters({ state, typeId }: { state: string | null; typeId: number | null }) {
  const words = useWords().waiting
  const { data: types } = useQuery(allTypes)
  return (
    <search class="list-filters">
      <Field label={words.state}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={state ?? "all"}
            onInput={(event) => goWithQuery({ state: event.currentTarget.value, cursor: null })}
          >
            <option value="all">{words.all}</option>
            {states.map((each) => (
              <option key={each} value={each}>
                {words.states[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.what}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={typeId === null ? "" : String(typeId)}
            onInput={(event) => goWithQuery({ type: event.currentTarget.value || null, cursor: null })}
          >
            <option value="">{words.everything}</option>
            {types?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </search>
  )
}
