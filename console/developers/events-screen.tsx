/** Events as they happen: those of one type or all, held still while somebody reads, one of them opened. */

import { useState } from "preact/hooks"
import type { AppointedEvent } from "../../sdk/src/index.ts"
import { type Answer, api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { useLine } from "../live.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { DevelopersPage } from "./developers-page.tsx"
import { type EventType, eventTypes } from "./endpoint-data.ts"
import { Payload } from "./payload.tsx"
import { stampsOf } from "./stamps.ts"

const shownAtOnce = 50

/** The newest, read again whenever the stream brings one. */
const newestOf = (type: EventType | null, cursor: string | null) => ({
  queryKey: ["events", type, cursor] as const,
  queryFn: () =>
    api.listEvents({
      order: "newest",
      limit: shownAtOnce,
      ...(type !== null && { type }),
      ...(cursor !== null && { cursor }),
    }),
  placeholderData: (before: Answer<"listEvents"> | undefined) => before,
})

const eventOf = (id: string) => ({
  queryKey: ["events", id] as const,
  queryFn: () => api.readEvent({ id }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The document says less of an event than the SDK's type, which is made for its receivers. */
const eventsIn = (answer: Answer<"listEvents">) => answer.data as unknown as readonly AppointedEvent[]

export default function EventsScreen({ query }: ScreenProps) {
  const words = useWords().developers.events
  const type = eventTypes.find((each) => each === query.get("type")) ?? null
  const { data, error, refetch } = useQuery(newestOf(type, query.get("cursor")))
  /** The events that are shown while it is paused. */
  const [held, setHeld] = useState<Answer<"listEvents"> | null>(null)
  const shown = held ?? data
  const pause = () => setHeld(held === null ? (data ?? null) : null)
  const openedId = query.get("event")
  const change = (fields: Record<string, string | null>) => {
    setHeld(null)
    goWithQuery({ cursor: null, ...fields })
  }
  useKeys([
    { key: "p", does: held === null ? words.pause : words.go, run: pause },
    { key: "Escape", does: words.close, run: () => goWithQuery({ event: null }) },
  ])
  return (
    <DevelopersPage
      section="events"
      tools={
        <>
          <LineTag newer={held && data ? newerThan(held, data) : null} />
          <select
            class="input fits"
            aria-label={words.type}
            value={type ?? ""}
            onInput={({ currentTarget: { value } }) => change({ type: value === "" ? null : value })}
          >
            <option value="">{words.all}</option>
            {eventTypes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <button type="button" class="button" aria-pressed={held !== null} onClick={pause}>
            {held === null ? words.pause : words.go} <KeyCap of="P" />
          </button>
        </>
      }
    >
      {error && !shown ? (
        <Failed error={error} retry={refetch} />
      ) : !shown ? (
        <Loading />
      ) : shown.data.length === 0 ? (
        <Empty icon="code" title={words.none} hint={words.noneHint} />
      ) : (
        <div class={openedId === null ? "stack wide-items" : "with-delivery"}>
          <EventTable events={eventsIn(shown)} query={query} openedId={openedId} />
          {openedId !== null && <EventCard key={openedId} id={openedId} />}
        </div>
      )}
      {shown && (query.has("cursor") || shown.data.length === shownAtOnce) && (
        <div class="row">
          {query.has("cursor") && (
            <button type="button" class="button" onClick={() => change({})}>
              {words.newest}
            </button>
          )}
          {shown.data.length === shownAtOnce && (
            <button type="button" class="button" onClick={() => change({ cursor: shown.next_cursor })}>
              {words.older}
            </button>
          )}
        </div>
      )}
    </DevelopersPage>
  )
}

/** How many came since it was paused; all that are shown when none of the held ones is among them. */
function newerThan(held: Answer<"listEvents">, now: Answer<"listEvents">): number {
  const at = now.data.findIndex(({ id }) => id === held.data[0]?.id)
  return at < 0 ? now.data.length : at
}

function EventCard({ id }: { id: string }) {
  const { data: event, error, refetch } = useQuery(eventOf(id))
  return (
    <section class="card record-card" aria-labelledby="event">
      <header>
        <h2 id="event" class="mono cut">
          {event?.type ?? id}
        </h2>
        <CloseButton onClick={() => goWithQuery({ event: null })} />
      </header>
      <div class="content stack wide-items">
        {error && !event ? (
          <Failed error={error} retry={refetch} />
        ) : !event ? (
          <Loading />
        ) : (
          <>
            <p class="hint mono">{event.id}</p>
            <Payload payload={event} />
          </>
        )}
      </div>
    </section>
  )
}

/** @param newer how many came since it was paused; null while it is not */
function LineTag({ newer }: { newer: number | null }) {
  const words = useWords().developers.events
  const line = useLine()
  const [tag, text] =
    newer !== null
      ? ["tag warn", words.paused({ count: newer })]
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
  events: readonly AppointedEvent[]
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
    <section class="card delivery-log" aria-label={useWords().developers.sections.events}>
      <table class="stacks">
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
              <td>{stamps.full(event.occurred_at)}</td>
              <td class="subject">
                <a
                  class="mono opens"
                  href={hrefWith(event.id)}
                  aria-current={event.id === openedId ? "true" : undefined}
                >
                  {event.type}
                </a>
              </td>
              <td class="named">{aboutOf(event)}</td>
              <td class="optional">{words.sources[event.source.kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The customer, a caller who is none, or the endpoint. An erased customer is what the company's other systems call them. */
function aboutOf({ data }: AppointedEvent): string {
  if ("callback" in data) return data.customer?.name ?? data.callback.caller_name ?? data.callback.phone ?? ""
  if ("customer" in data) {
    const { customer } = data
    return "name" in customer ? customer.name : (customer.external_ref ?? String(customer.id))
  }
  return "webhook_endpoint" in data ? data.webhook_endpoint.origin : ""
}
