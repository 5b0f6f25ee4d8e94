/** One appointment that waits for an answer: who asks for what, what happens by itself, and the three answers. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { customerOf } from "../customers/customer-data.ts"
import { appointmentFormats, formatsOf, localDate, shownPhone } from "../formats.ts"
import { AnswersGiven } from "../parts/answers-given.tsx"
import { useIsPhone } from "../parts/media.ts"
import { Warned } from "../parts/warned.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { AnswerButtons } from "./answer-buttons.tsx"
import { isProposed, type Pending } from "./pending-data.ts"

interface PendingDetailProps {
  pending: Pending
  /** It was pressed in the list, which on a phone lies above. */
  isSought: boolean
}

export function PendingDetail({ pending, isSought }: PendingDetailProps) {
  const { pending: words, board } = useWords()
  const own = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  useLayoutEffect(() => {
    if (isPhone && isSought) own.current!.scrollIntoView({ block: "start" })
  }, [])
  const { data: customer } = useQuery(customerOf(pending.customer_id))
  const { data: types } = useQuery(allTypes)
  const { appointment_type, blocks, provider, location, timezone, created_at, booked_by } = pending
  const formats = appointmentFormats(timezone)
  const type = types?.find(({ id }) => id === appointment_type.id)
  const endsConfirmed = type?.unanswered === "confirm" && !isProposed(pending)
  const end = formats.moment(pending.answer_by!)
  return (
    <section class="card" aria-labelledby="asks" ref={own}>
      <header>
        <h2 id="asks">{words.asks({ name: customer?.name ?? "…", type: appointment_type.name })}</h2>
      </header>
      <div class="content stack">
        {customer?.warning && <Warned warning={customer.warning} />}
        <p class="hint">
          {endsConfirmed ? words.endsConfirmed({ time: end }) : words.endsDeclined({ time: end })}
        </p>
        <dl class="facts">
          <dt>{board.when}</dt>
          <dd>
            {blocks.map((block) => (
              <p key={block.start_time}>{formats.block(block)}</p>
            ))}
            <a href={hrefOf(`/?date=${localDate(pending.start_time, timezone)}&appointment=${pending.id}`)}>
              {words.onBoard}
            </a>
          </dd>
          <dt>{board.who}</dt>
          <dd>{provider.name}</dd>
          <dt>{board.where}</dt>
          <dd>{pending.address ? `${pending.address.line1}, ${pending.address.city}` : location.name}</dd>
          {customer?.phone && (
            <>
              <dt>{board.phone}</dt>
              <dd>
                <a href={`tel:${customer.phone}`}>{shownPhone(customer.phone)}</a>
              </dd>
            </>
          )}
          <dt>{board.bookedBy}</dt>
          <dd>
            {board.bookingChannels[booked_by]}, {formats.moment(created_at)}
          </dd>
        </dl>
        <AnswersGiven answers={pending.answers ?? []} />
        <Proposed pending={pending} />
        <AnswerButtons pending={pending} name={customer?.name ?? ""} withKeys />
      </div>
    </section>
  )
}

/** The times that are kept for the customer. */
function Proposed({ pending: { proposals = [], timezone } }: { pending: Pending }) {
  const words = useWords().pending
  if (proposals.length === 0) return null
  return (
    <section>
      <h3>{words.proposed}</h3>
      <ul>
        {proposals.map(({ id, start_time, provider }) => (
          <li key={id}>
            {formatsOf(timezone).moment(start_time)} · {provider.name}
          </li>
        ))}
      </ul>
    </section>
  )
}
