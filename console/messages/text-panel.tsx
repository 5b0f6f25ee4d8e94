/** One text: where it stands and why, where it went, and what it is about. */
import { Fragment } from "preact"
import { useQuery } from "../api/queries.ts"
import { appointmentOf } from "../board/board-data.ts"
import { type Formats, formatsOf, localDate, shownPhone } from "../formats.ts"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords, type Words } from "../words/words.ts"
import { type Text, textOf } from "./message-data.ts"
import { outcomeTags, whyText } from "./reasons.ts"

interface TextPanelProps {
  id: number
  onClose(): void
}

export function TextPanel({ id, onClose }: TextPanelProps) {
  const { messages: words, texts: of } = useWords()
  const { data: text, error, refetch } = useQuery(textOf(id))
  const title = text ? of.purposes[text.purpose] : words.text
  return (
    <Panel title={title} note={text?.channel === "voice" ? words.call : undefined} onClose={onClose}>
      {text ? <TextDetails text={text} /> : error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Panel>
  )
}

function TextDetails({ text }: { text: Text }) {
  const words = useWords().messages
  const formats = formatsOf(useSession().company.timezone)
  const why = whyText(text, words)
  const facts: [string, preact.ComponentChildren][] = [
    [words.customer, <Recipient key="customer" text={text} />],
    [words.to, text.phone && shownPhone(text.phone)],
    [words.fromPhone, text.from_phone && shownPhone(text.from_phone)],
    [words.queued, formats.moment(text.created_at)],
    [words.goes, text.due_at && words.notBefore({ time: formats.moment(text.due_at) })],
    [words.sentAt, text.sent_at && formats.moment(text.sent_at)],
    [words.report, text.outcome === "waiting" ? null : reportOf(text, words)],
    [words.tries, text.attempts > 1 && text.attempts],
    [words.about, <About key="about" text={text} formats={formats} />],
  ]
  return (
    <>
      <div class="stack">
        <span class={outcomeTags[text.outcome]}>{words.outcomes[text.outcome]}</span>
        {why && <p>{why}</p>}
        {text.reason === "opted_out" && text.customer && (
          <a href={hrefOf(`/customers/${text.customer.id}`)}>{words.toOptOuts}</a>
        )}
      </div>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== null && value !== false && value !== undefined)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      {text.outcome === "sent" && <p class="hint">{words.wordsNotKept}</p>}
    </>
  )
}

const reportOf = ({ delivery, outcome }: Text, words: Words["messages"]): string | null =>
  delivery ? words.reports[delivery] : outcome === "sent" ? words.reports.none : null

function Recipient({ text: { customer } }: { text: Text }) {
  const words = useWords().messages
  return customer ? (
    <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a>
  ) : (
    <span>{words.toVisitor}</span>
  )
}

function About({ text, formats }: { text: Text; formats: Formats }) {
  const words = useWords().messages
  if (text.appointment_id !== null) return <AppointmentLink id={text.appointment_id} formats={formats} />
  if (text.scheduling_request_id === null) return null
  return (
    <>
      <a href={hrefOf(`/requests/${text.scheduling_request_id}`)}>{words.request}</a>
      {text.outreach_plan_id !== null && (
        <>
          {", "}
          <a href={hrefOf(`/messages/plans/${text.outreach_plan_id}`)}>{words.plan}</a>
          {text.step_position !== null && `, ${words.step({ position: text.step_position })}`}
        </>
      )}
    </>
  )
}

function AppointmentLink({ id, formats }: { id: number; formats: Formats }) {
  const words = useWords().messages
  const { data } = useQuery(appointmentOf(id))
  if (!data) return <span>{words.appointment}</span>
  return (
    <a href={hrefOf(`/?date=${localDate(data.start_time, data.timezone)}&appointment=${id}`)}>
      {data.appointment_type.name}, {formats.moment(data.start_time)}
    </a>
  )
}
