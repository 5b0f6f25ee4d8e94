/** All texts of the company, the newest first and live. Filters, page and the open text are in the address. */
import type { ComponentChildren } from "preact"
import { addDays } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { CsvButton } from "../exports/csv-button.tsx"
import { textsTable } from "../exports/tables.ts"
import { formatsOf, instantAt, shownPhone } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Paging } from "../parts/paging.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Outcome, outcomes, type Purpose, type Text, textsBy } from "./message-data.ts"
import "../styles/messages.css"
import { MessageTabs } from "./message-tabs.tsx"
import { outcomeTags, whyText } from "./reasons.ts"
import { TextPanel } from "./text-panel.tsx"

const filterNames = ["outcome", "purpose", "number", "from", "until"] as const

export default function LogScreen({ query }: ScreenProps) {
  const allWords = useWords()
  const words = allWords.messages
  const zone = useSession().company.timezone
  const { data, error, refetch } = useQuery(textsBy(askedBy(query, zone)))
  const opened = Number(query.get("text")) || null
  const isFiltered = filterNames.some((name) => query.has(name))
  return (
    <Page
      title={words.title}
      lead={<MessageTabs shown="log" />}
      tools={<CsvButton table={() => textsTable(allWords, askedBy(query, zone), zone)} />}
      fills
    >
      <div class="scroller">
        <div class="wide">
          <Filters query={query} />
          {error ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <Loading />
          ) : data.data.length === 0 ? (
            <Nothing isFiltered={isFiltered} />
          ) : (
            <Texts texts={data.data} query={query} opened={opened} />
          )}
          {data && (
            <Paging
              cursor={query.get("cursor")}
              next={data.next_cursor}
              words={words}
              onMore={(cursor) => goWithQuery({ cursor, text: null })}
            />
          )}
        </div>
      </div>
      {opened !== null && <TextPanel key={opened} id={opened} onClose={() => goWithQuery({ text: null })} />}
    </Page>
  )
}

/** The fields of the address as the API takes them. Days are the company's. */
function askedBy(query: URLSearchParams, zone: string) {
  const [outcome, purpose] = [query.get("outcome"), query.get("purpose")]
  const [from, until, cursor] = [query.get("from"), query.get("until"), query.get("cursor")]
  const phone = internationalNumber(query.get("number") ?? "")
  return {
    ...(outcome !== null && { outcome: outcome as Outcome }),
    ...(purpose !== null && { purpose: purpose as Purpose }),
    ...(phone !== null && { phone }),
    ...(from !== null && { from: instantAt(zone, from, "00:00") }),
    ...(until !== null && { to: instantAt(zone, addDays(until, 1), "00:00") }),
    ...(cursor !== null && { cursor }),
  }
}

const change = (name: string, value: string) =>
  goWithQuery({ [name]: value || null, cursor: null, text: null })

function Filters({ query }: { query: URLSearchParams }) {
  const { messages: words, texts: of } = useWords()
  const outcome = query.get("outcome")
  const segment = (value: Outcome | null, name: ComponentChildren) => (
    <button
      key={value}
      type="button"
      class="button"
      aria-pressed={outcome === value}
      onClick={() => change("outcome", value ?? "")}
    >
      {name}
    </button>
  )
  return (
    <search class="list-filters">
      <fieldset class="segments">
        <legend class="said">{words.outcome}</legend>
        {segment(null, words.all)}
        {outcomes.map((each) => segment(each, words.outcomes[each]))}
      </fieldset>
      <Field label={words.what}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={query.get("purpose") ?? ""}
            onInput={(event) => change("purpose", event.currentTarget.value)}
          >
            <option value="">{words.everything}</option>
            {Object.entries(of.purposes).map(([purpose, name]) => (
              <option key={purpose} value={purpose}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.number}>
        {(attributes) => (
          <input
            class="input"
            type="tel"
            autocomplete="off"
            {...attributes}
            key={query.get("number")}
            defaultValue={query.get("number") ?? ""}
            onChange={(event) => change("number", event.currentTarget.value.trim())}
          />
        )}
      </Field>
      <TextField
        label={words.from}
        type="date"
        value={query.get("from") ?? ""}
        onInput={(date) => change("from", date)}
      />
      <TextField
        label={words.until}
        type="date"
        value={query.get("until") ?? ""}
        onInput={(date) => change("until", date)}
      />
    </search>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const words = useWords().messages
  if (!isFiltered) return <Empty icon="messages" title={words.none} hint={words.noneHint} />
  return (
    <Empty icon="search" title={words.nothingFits}>
      <a class="button" href={hrefOf("/messages")}>
        {words.clear}
      </a>
    </Empty>
  )
}

interface TextsProps {
  texts: readonly Text[]
  query: URLSearchParams
  opened: number | null
}

function Texts({ texts, query, opened }: TextsProps) {
  const { messages: words, texts: of } = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const hrefOfText = (id: number) => {
    const fields = new URLSearchParams(query)
    fields.set("text", String(id))
    return hrefOf(`/messages?${fields}`)
  }
  return (
    <section class="card table" aria-label={words.log}>
      <table class="texts stacks">
        <thead>
          <tr>
            <th>{words.when}</th>
            <th>{words.customer}</th>
            <th>{words.state}</th>
            <th>{words.why}</th>
            <th>{words.what}</th>
            <th>{words.to}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map((text) => (
            <tr key={text.id} class={text.id === opened ? "chosen" : undefined}>
              <td>
                <a
                  class="opens"
                  href={hrefOfText(text.id)}
                  aria-current={text.id === opened ? "true" : undefined}
                >
                  {formats.moment(text.sent_at ?? text.created_at)}
                </a>
              </td>
              <td class="subject">
                {text.customer ? (
                  <a href={hrefOf(`/customers/${text.customer.id}`)}>
                    <strong>{text.customer.name}</strong>
                  </a>
                ) : (
                  <span class="hint">{words.toVisitor}</span>
                )}
              </td>
              <td class="outcome">
                <span class={outcomeTags[text.outcome]}>{words.outcomes[text.outcome]}</span>
              </td>
              <td class="why-not">
                {text.outcome === "waiting" && text.reason === null && text.due_at
                  ? words.notBefore({ time: formats.moment(text.due_at) })
                  : whyText(text, words)}
              </td>
              <td>
                {text.channel === "voice" && <Icon name="phone" small />} {of.purposes[text.purpose]}
              </td>
              <td>{text.phone && shownPhone(text.phone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
