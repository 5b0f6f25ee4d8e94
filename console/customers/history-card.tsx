/** The whole history of a customer in one list: who did what and when, and which texts and mails went, with the outcome. */
import { useState } from "preact/hooks"
import { api, type Row } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentFormats, asTitle, formatsOf, localDate, longDay, shownPhone } from "../formats.ts"
import { outcomeTags, whyText } from "../messages/reasons.ts"
import { Icon, type IconName } from "../parts/icon.tsx"
import { Segments } from "../parts/segments.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords, type Words } from "../words/words.ts"
import type { Customer } from "./customer-data.ts"

type Entry = Row<"readCustomerHistory">

const atOnce = 25

/** `pages` of them, so that what an event reads again is all that is shown. */
const historyOf = (id: number, pages: number) => ({
  queryKey: ["history", id, pages] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const entries: Entry[] = []
    let cursor: string | null = null
    for (let page = 0; page < pages; page += 1) {
      const answer = await readPage(id, cursor, signal)
      entries.push(...answer.data)
      cursor = answer.next_cursor
      if (cursor === null) break
    }
    return { entries, hasMore: cursor !== null }
  },
})

const readPage = (id: number, cursor: string | null, signal: AbortSignal) =>
  api.readCustomerHistory({ id, limit: atOnce, ...(cursor === null ? {} : { cursor }) }, { signal })

const kinds = ["all", "appointments", "messages", "changes"] as const
type Kind = (typeof kinds)[number]

const kindOf = ({ message, appointment }: Entry): Kind =>
  message ? "messages" : appointment ? "appointments" : "changes"

export function HistoryCard({ customer }: { customer: Customer }) {
  const words = useWords().customers
  const { company } = useSession()
  const [pages, setPages] = useState(1)
  const [kind, setKind] = useState<Kind>("all")
  const { data, error, refetch } = useQuery({
    ...historyOf(customer.id, pages),
    placeholderData: (before: { entries: Entry[]; hasMore: boolean } | undefined) => before,
  })
  const shown = (data?.entries ?? []).filter((entry) => kind === "all" || kindOf(entry) === kind)
  const days = Map.groupBy(shown, ({ at }) => localDate(at, company.timezone))
  return (
    <section class="card" aria-labelledby="history">
      <header>
        <h2 id="history">{words.whatHappened}</h2>
        <Segments
          legend={words.whatHappened}
          choices={kinds.map((each) => [each, words.historyKinds[each]])}
          chosen={kind}
          onChoose={setKind}
        />
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={4} />
      ) : shown.length === 0 ? (
        <p class="content hint">{words.nothingHappened}</p>
      ) : (
        [...days].map(([date, entries]) => (
          <section key={date} class="history-day">
            <h3>{asTitle(longDay(date))}</h3>
            <ul class="rows happened">
              {entries.map((entry) => (
                <HistoryRow key={entry.id} entry={entry} customer={customer} />
              ))}
            </ul>
          </section>
        ))
      )}
      {data?.hasMore && (
        <div class="content">
          <button type="button" class="button" onClick={() => setPages(pages + 1)}>
            {words.earlierHistory}
          </button>
        </div>
      )}
    </section>
  )
}

function HistoryRow({ entry, customer }: { entry: Entry; customer: Customer }) {
  const words = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const { message, appointment, at, scheduling_request_id } = entry
  const icon: IconName = !message
    ? appointment
      ? "board"
      : scheduling_request_id === null
        ? "people"
        : "requests"
    : iconOf[message.channel]
  return (
    <li>
      <Icon name={icon} small />
      <time dateTime={at}>{formats.time(at)}</time>
      <div>
        <p>{message ? <Sent message={message} entry={entry} /> : <Done entry={entry} />}</p>
        <p class="hint">
          {message ? recipientOf(message, words) : actorOf(entry, customer, words)}
          {message?.reason && `. ${whyText(message, words.messages)}`}
          {message?.instead &&
            `. ${words.customers.wentInstead({
              channel: words.customers.channelNames[message.instead.channel],
              time: formats.moment(message.instead.at),
            })}`}
        </p>
      </div>
      {message && (
        <span class={outcomeTags[message.outcome]}>
          {message.delivery === "delivered"
            ? words.customers.delivered
            : words.messages.outcomes[message.outcome]}
        </span>
      )}
    </li>
  )
}

const iconOf = { sms: "messages", voice: "phone", mail: "mail" } as const

function Sent({ message, entry }: { message: NonNullable<Entry["message"]>; entry: Entry }) {
  const { texts } = useWords()
  const name = texts.purposes[message.purpose]
  const about = entry.appointment && `, ${entry.appointment.appointment_type.name}`
  return (
    <>
      {message.channel === "mail" ? (
        <strong>{name}</strong>
      ) : (
        <a href={hrefOf(`/messages?text=${message.id}`)}>
          <strong>{name}</strong>
        </a>
      )}
      {about}
    </>
  )
}

function Done({ entry }: { entry: Entry }) {
  const words = useWords()
  const { operation, appointment, scheduling_request_id, fields } = entry
  const name =
    words.people.operations[operation as keyof Words["people"]["operations"]] ??
    (operation ?? "").replaceAll("_", " ")
  const href = appointment
    ? boardHref(appointment)
    : scheduling_request_id !== null && hrefOf(`/requests/${scheduling_request_id}`)
  return (
    <>
      {href ? (
        <a href={href}>
          <strong>{name}</strong>
        </a>
      ) : (
        <strong>{name}</strong>
      )}
      {appointment && `, ${appointment.appointment_type.name}`}
      {appointment && locationsOf(appointment, words.customers)}
      {operation === "update_customer" && `: ${namedFields(fields, words.customers)}`}
    </>
  )
}

type InHistory = NonNullable<Entry["appointment"]>

function boardHref({ id, after }: InHistory): string {
  const date = after ? `date=${localDate(after.start_time, after.timezone)}&` : ""
  return hrefOf(`/?${date}appointment=${id}`)
}

function locationsOf({ before, after }: InHistory, words: Words["customers"]): string {
  if (!after) return ""
  const moment = ({ start_time, timezone }: typeof after) => appointmentFormats(timezone).moment(start_time)
  if (!before) return `, ${moment(after)}, ${after.provider.name}`
  const who = before.provider.id === after.provider.id ? "" : `, ${after.provider.name}`
  return `: ${words.fromUntil({ from: moment(before), to: moment(after) })}${who}`
}

const namedFields = (fields: readonly string[], words: Words["customers"]) =>
  fields
    .map((field) =>
      field === "notes" || field === "warning"
        ? words[field]
        : field === "address"
          ? words.address
          : field === "name"
            ? words.name
            : (words.fields[field as keyof Words["customers"]["fields"]] ?? field.replaceAll("_", " ")),
    )
    .join(", ")

function actorOf({ actor }: Entry, { name }: Customer, words: Words): string {
  if (actor?.user) return actor.user.name ?? words.people.userOf({ id: String(actor.user.id) })
  if (actor?.api_key) return actor.api_key.name ?? words.people.keyOf({ id: String(actor.api_key.id) })
  if (actor?.kind === "link") return words.customers.byLink({ name })
  if (actor?.kind === "public") return words.customers.byPage({ name })
  return actor ? words.people.actors[actor.kind as keyof Words["people"]["actors"]] : ""
}

function recipientOf({ to, channel }: NonNullable<Entry["message"]>, words: Words): string {
  if (to === null) return words.customers.channelNames[channel]
  return words.texts.to({ phone: channel === "mail" ? to : shownPhone(to) })
}
