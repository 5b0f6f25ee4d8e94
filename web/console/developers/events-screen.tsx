/** Events as they happen: those of one type or all, held still while somebody reads, one of them opened. */
import { useState } from "preact/hooks"
import { useLine, useRecentEvents } from "../live.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { Empty } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { DevelopersPage } from "./developers-page.tsx"
import { eventTypes } from "./endpoint-data.ts"
import { Payload } from "./payload.tsx"
import { stampsOf } from "./stamps.ts"

type Event = ReturnType<typeof useRecentEvents>[number]

export default function EventsScreen({ query }: ScreenProps) {
  const words = useWords().developers.events
  const recent = useRecentEvents()
  /** What is shown while it is paused. */
  const [held, setHeld] = useState<readonly Event[] | null>(null)
  const type = eventTypes.find((each) => each === query.get("type")) ?? null
  const ofType = (events: readonly Event[]) => events.filter((event) => type === null || event.type === type)
  const shown = ofType(held ?? recent)
  const newer = held === null ? 0 : recent.findIndex(({ id }) => id === held[0]?.id)
  const opened = recent.find(({ id }) => id === query.get("event")) ?? null
  const pause = () => setHeld(held === null ? recent : null)
  useKeys([
    { key: "p", does: held === null ? words.pause : words.go, run: pause },
    { key: "Escape", does: words.close, run: () => goWithQuery({ event: null }) },
  ])
  return (
    <DevelopersPage
      section="events"
      tools={
        <>
          <LineTag newer={newer < 0 ? recent.length : newer} isPaused={held !== null} />
          <select
            class="input fits"
            aria-label={words.type}
            value={type ?? ""}
            onInput={({ currentTarget: { value } }) =>
              goWithQuery({ type: value === "" ? null : value }, { replace: true })
            }
          >
            <option value="">{words.all}</option>
            {eventTypes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <button type="button" class="button" aria-pressed={held !== null} onClick={pause}>
            {held === null ? words.pause : words.go} <kbd>p</kbd>
          </button>
        </>
      }
    >
      {shown.length === 0 ? (
        <Empty icon="code" title={words.none} hint={words.noneHint} />
      ) : (
        <div class={opened ? "with-delivery" : "stack wide-items"}>
          <EventTable events={shown} query={query} openedId={opened?.id ?? null} />
          {opened && (
            <section class="card" aria-labelledby="event">
              <header>
                <h2 id="event" class="mono cut">
                  {opened.type}
                </h2>
                <CloseButton onClick={() => goWithQuery({ event: null })} />
              </header>
              <div class="content stack wide-items">
                <p class="hint mono">{opened.id}</p>
                <Payload payload={opened} />
              </div>
            </section>
          )}
        </div>
      )}
    </DevelopersPage>
  )
}

function LineTag({ newer, isPaused }: { newer: number; isPaused: boolean }) {
  const words = useWords().developers.events
  const line = useLine()
  const [tag, text] = isPaused
    ? ["tag warn", words.paused(newer)]
    : line === "lost"
      ? ["tag bad", words.lost]
      : ["tag ok", words.live]
  return (
    <span class={tag} role="status">
      {line === "lost" && <Icon name="warning" small />}
      {text}
    </span>
  )
}

interface EventTableProps {
  events: readonly Event[]
  query: URLSearchParams
  openedId: string | null
}

function EventTable({ events, query, openedId }: EventTableProps) {
  const words = useWords().developers.events
  const stamps = stampsOf(useSession().company.timezone)
  const hrefWith = (id: string) => {
    const next = new URLSearchParams(query)
    next.set("event", id)
    return hrefOf(`/developers/events?${next}`)
  }
  return (
    <section class="card log" aria-label={useWords().developers.sections.events}>
      <table>
        <thead>
          <tr>
            <th>{words.when}</th>
            <th>{words.type}</th>
            <th>{words.about}</th>
            <th class="optional">{words.source}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id} class={event.id === openedId ? "shown" : undefined}>
              <td>{stamps.time(event.occurred_at)}</td>
              <td>
                <a
                  class="mono"
                  href={hrefWith(event.id)}
                  aria-current={event.id === openedId ? "true" : undefined}
                >
                  {event.type}
                </a>
              </td>
              <td>{aboutOf(event)}</td>
              <td class="optional">{words.sources[event.source.kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The customer, or the endpoint. */
const aboutOf = ({ data }: Event): string =>
  "customer" in data ? data.customer.name : "webhook_endpoint" in data ? data.webhook_endpoint.origin : ""
