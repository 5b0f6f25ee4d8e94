/** The screen lists what waits for staff, by when it ends, with the answers one key away. The address says which entry is shown. */
import "../styles/inbox.css"
import { useQuery } from "../api/queries.ts"
import { useNow } from "../board/now.ts"
import { localDate } from "../formats.ts"
import { Icon, type IconName } from "../parts/icon.tsx"
import { useIsPhone } from "../parts/media.ts"
import { Segments } from "../parts/segments.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Entry, type Kind, keyOf } from "./entry.ts"
import { allWaiting, type Part, partOf } from "./inbox-data.ts"
import { InboxDetail } from "./inbox-detail.tsx"
import { endOf, lineOf, titleOf } from "./inbox-words.ts"

const parts: readonly Part[] = ["bookings", "calls", "problems"]

export default function InboxScreen({ query }: ScreenProps) {
  const { inbox: words, callbacks } = useWords()
  const { timezone: zone } = useSession().company
  const isPhone = useIsPhone()
  const minute = useNow()
  const { data, error, refetch } = useQuery(allWaiting)
  const part = parts.find((each) => each === query.get("show")) ?? null
  const shown = (data ?? []).filter((entry) => part === null || partOf(entry) === part)
  const sought = shown.find((entry) => keyOf(entry) === query.get("entry"))
  // A phone shows the list or one entry of it.
  const chosen = sought ?? (isPhone ? undefined : shown[0])
  const step = (by: number) => () => {
    const next = shown[(chosen ? shown.indexOf(chosen) : -1) + by]
    if (next) goWithQuery({ entry: keyOf(next) }, { replace: true })
  }
  useKeys([
    { key: "j", does: words.next, run: step(1) },
    { key: "k", does: words.before, run: step(-1) },
  ])
  const count = (each: Part) => (data ?? []).filter((entry) => partOf(entry) === each).length
  const numbered = (name: string, many: number) => (many === 0 ? name : `${name} ${many}`)
  return (
    <Page
      title={words.title}
      note={data && data.length > 0 ? String(data.length) : undefined}
      fills
      tools={
        <>
          <Segments
            legend={words.show}
            choices={[
              [null, numbered(words.all, data?.length ?? 0)],
              ...parts.map((each) => [each, numbered(words[each], count(each))] as const),
            ]}
            chosen={part}
            onChoose={(each) => goWithQuery({ show: each, entry: null })}
          />
          <a class="button" href={hrefOf("/callbacks")}>
            {words.callbacks}
          </a>
        </>
      }
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty
          icon="check"
          title={part === null ? words.none : part === "calls" ? callbacks.none.waiting : words.noneOfPart}
          hint={words.noneHint}
        />
      ) : (
        <div class={sought ? "waits opened" : "waits"}>
          <section class="waits-list" aria-label={words.title}>
            {groupsOf(shown, { zone, minute }).map(({ name, entries }) => (
              <section key={name} aria-label={words[name]}>
                <h2 class="group-name">
                  {words[name]} {name === "today" && <span>{words.todayHint}</span>}
                </h2>
                <ul>
                  {entries.map((entry) => (
                    <Row key={keyOf(entry)} {...{ entry, zone, minute }} isChosen={entry === chosen} />
                  ))}
                </ul>
              </section>
            ))}
          </section>
          {chosen && <InboxDetail key={keyOf(chosen)} entry={chosen} zone={zone} isAlone={isPhone} />}
        </div>
      )}
    </Page>
  )
}

interface Clock {
  /** The company's. */
  zone: string
  /** Now, since 1970 UTC. */
  minute: number
}

interface Group {
  name: "today" | "afterwards"
  entries: readonly Entry[]
}

/** An entry without an end is for today. */
function groupsOf(entries: readonly Entry[], { zone, minute }: Clock): Group[] {
  const today = localDate(minute * 60_000, zone)
  const isToday = ({ due }: Entry) => due === null || localDate(due, zone) <= today
  const groups: Group[] = [
    { name: "today", entries: entries.filter(isToday) },
    { name: "afterwards", entries: entries.filter((entry) => !isToday(entry)) },
  ]
  return groups.filter((group) => group.entries.length > 0)
}

const icons: Record<Kind, { icon: IconName; look: "due" | "bad" | "" }> = {
  pending: { icon: "clock", look: "due" },
  counter_proposal: { icon: "redo", look: "due" },
  declined: { icon: "missed", look: "" },
  callback: { icon: "phone", look: "" },
  not_understood: { icon: "messages", look: "" },
  message_uncertain: { icon: "mail", look: "" },
  message_failed: { icon: "mail", look: "bad" },
  understaffed: { icon: "people", look: "bad" },
  endpoint_failing: { icon: "link", look: "bad" },
  calendar_failing: { icon: "calendar", look: "bad" },
}

const newMinutes = 2

function Row({ entry, zone, minute, isChosen }: Clock & { entry: Entry; isChosen: boolean }) {
  const words = useWords()
  const { icon, look } = icons[entry.kind]
  const end = endOf(entry, words.inbox, { zone, minute })
  const isNew = minute - Math.floor(Date.parse(entry.since) / 60_000) < newMinutes
  return (
    <li>
      <a
        class="wait"
        href={hrefOf(`/inbox?${addressOf(entry)}`)}
        aria-current={isChosen ? "true" : undefined}
      >
        <span class={`kind ${look}`}>
          <Icon name={icon} small />
        </span>
        <span class="what">
          <strong>
            {titleOf(entry, words.inbox)} {isNew && <em class="new">{words.inbox.justNow}</em>}
          </strong>
          <span class="hint">{lineOf(entry, words, zone)}</span>
        </span>
        <span class={end.isSoon ? "end soon" : "end"}>
          <strong>{end.text}</strong>
          {entry.what_then && <span class="hint">{words.inbox.then[entry.what_then]}</span>}
        </span>
      </a>
    </li>
  )
}

/** The list stays as it is narrowed. */
function addressOf(entry: Entry): string {
  const query = new URLSearchParams(location.search)
  query.set("entry", keyOf(entry))
  return query.toString()
}
