/** The calendars that keep a provider busy, and that appointments are written into. */

import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Question } from "../parts/question.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"
import { FeedCard } from "./feed-card.tsx"
import { FormView } from "./form-view.tsx"
import { type CalendarKind, calendarForms } from "./forms/calendar.ts"
import { OneRecord } from "./one-record.tsx"
import { ProviderTabs } from "./provider-tabs.tsx"
import { calendarsOf, type ProviderCalendar, providerOf } from "./settings-data.ts"

export default function CalendarsScreen({ params, query }: ScreenProps) {
  const words = useWords().settings
  const [made, setMade] = useState(0)
  const id = Number(params.id)
  const field = query.get("field")
  const kind = kindOf(query.get("kind"), field)
  return (
    <OneRecord key={id} of="providers" query={providerOf(id)}>
      {() => (
        <>
          <ProviderTabs id={id} here="calendars" />
          <Calendars providerId={id} />
          <h2>{words.connect}</h2>
          <fieldset class="segments" data-field="kind">
            <legend class="said">{words.labels.calendar.kind}</legend>
            {kinds.map((each) => (
              <button
                key={each}
                type="button"
                class="button"
                aria-pressed={each === kind}
                onClick={() => goWithQuery({ kind: each }, { replace: true })}
              >
                {words.values.calendar.kind[each]}
              </button>
            ))}
          </fieldset>
          <FormView
            key={`${kind} ${made}`}
            form={calendarForms[kind]}
            record={{ writes: true, unanswered_blocks: true }}
            isNew
            action={words.connect}
            save={(input) => api.connectCalendar({ id, kind, ...input } as InputOf<"connectCalendar">)}
            onSaved={() => setMade(made + 1)}
            field={field}
          />
          <FeedCard owner={{ provider_id: id }} />
        </>
      )}
    </OneRecord>
  )
}

const kinds = Object.keys(calendarForms) as CalendarKind[]

/** A link to a field leads to a kind that has it. */
function kindOf(asked: string | null, field: string | null): CalendarKind {
  const chosen = kinds.find((kind) => kind === asked)
  const having = kinds.find((kind) =>
    Object.values(calendarForms[kind].sections).some((each) => field !== null && field in each),
  )
  return chosen ?? having ?? kinds[0]!
}

function Calendars({ providerId }: { providerId: number }) {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(calendarsOf(providerId))
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return <p class="hint">{words.noCalendars}</p>
  return (
    <section class="card" aria-label={words.tabs.calendars}>
      <ul class="rows">
        {data.map((calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} />
        ))}
      </ul>
    </section>
  )
}

const tags: Record<ProviderCalendar["status"], string> = {
  waiting: "tag",
  fresh: "tag ok",
  failing: "tag warn",
  unread: "tag bad",
}

function CalendarRow({ calendar }: { calendar: ProviderCalendar }) {
  const words = useWords().settings
  const formats = formatsOf(useSession().company.timezone)
  const { id: calendarId, provider_id: id, kind, address, writes, status, last_read_at } = calendar
  const [isEnding, setEnding] = useState(false)
  const [checked, setChecked] = useState<Answer<"checkCalendar"> | null>(null)
  const check = useWrite({ mutationFn: () => api.checkCalendar({ id, calendarId }), onSuccess: setChecked })
  return (
    <li class="calendar-row">
      <div>
        <strong class="cut">{address}</strong>
        <p class="hint">
          {words.values.calendar.kind[kind]} · {writes ? words.readsAndWrites : words.reads}
          {last_read_at && ` · ${words.lastRead({ moment: formats.moment(last_read_at) })}`}
        </p>
        {checked && (checked.ok ? <p class="hint">{words.checkOk}</p> : <Problems check={checked} />)}
        <Refused error={check.failure} />
      </div>
      <span class={tags[status]}>{words.calendarStates[status]}</span>
      <button type="button" class="button" disabled={check.isRunning} onClick={() => check.run(undefined)}>
        {words.check}
      </button>
      <button type="button" class="button" onClick={() => setEnding(true)}>
        {words.disconnect}
      </button>
      {isEnding && <DisconnectQuestion calendar={calendar} onClose={() => setEnding(false)} />}
    </li>
  )
}

/** In the service's own words: what is wrong, and what to do. */
const Problems = ({ check }: { check: Answer<"checkCalendar"> }) => (
  <ul>
    {check.problems.map(({ problem, says, mend, events }) => (
      <li key={problem} class="hint">
        {says} {mend}
        {events.length > 0 && (
          <ul>
            {events.map(({ uid, line, text }) => (
              <li key={`${uid} ${line}`}>
                {uid} · {line} · <code>{text}</code>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

function DisconnectQuestion({ calendar, onClose }: { calendar: ProviderCalendar; onClose(): void }) {
  const words = useWords().settings
  return (
    <Question
      title={words.disconnectQuestion}
      text={words.disconnectMeaning}
      confirm={words.disconnect}
      keep={words.keep}
      run={() => api.disconnectCalendar({ id: calendar.provider_id, calendarId: calendar.id })}
      onDone={async () => {
        await readAllAgain()
        notify({ text: words.disconnected })
      }}
      onClose={onClose}
    />
  )
}
