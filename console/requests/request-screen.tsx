/** One request: who is asked to book what, its link, its follow-up by texts, and what became of it. */

import { Fragment } from "preact"
import { useState } from "preact/hooks"
import { copyText } from "../../ui/copy-text.ts"
import { type Answer, api } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentsOf, customerOf } from "../customers/customer-data.ts"
import { formatsOf, localDate, longDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { MoveLink } from "../parts/move-link.tsx"
import { Question } from "../parts/question.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { OutreachCard } from "./outreach-card.tsx"
import { readRequestsAgain, requestOf, type SchedulingRequest } from "./request-data.ts"
import { StateTag } from "./state-tag.tsx"

export default function RequestScreen({ params }: ScreenProps) {
  const words = useWords().requests
  const { data: request, error, refetch } = useQuery(requestOf(Number(params.id)))
  const back = <BackLink to="/requests" name={words.title} />
  if (request) return <RequestCards key={request.id} request={request} lead={back} />
  return (
    <Page title={words.request} lead={back}>
      {error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Page>
  )
}

interface RequestCardsProps {
  request: SchedulingRequest
  lead: preact.ComponentChildren
}

function RequestCards({ request, lead }: RequestCardsProps) {
  const { requests: words, board } = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const { data: customer } = useQuery(customerOf(request.customer_id))
  const { data: types } = useQuery(allTypes)
  const { data: booked } = useQuery(appointmentsOf(request.customer_id))
  const appointments = booked?.filter((one) => one.scheduling_request_id === request.id) ?? []
  const type = types?.find(({ id }) => id === request.appointment_type_id)
  const { earliest_date, latest_date, duration_label, created_at } = request
  return (
    <Page title={type?.name ?? words.request} note={<StateTag status={request.status} />} lead={lead}>
      <div class="split">
        <div class="stack">
          <section class="card" aria-labelledby="asked">
            <header>
              <h2 id="asked">{words.request}</h2>
            </header>
            <dl class="facts content">
              <dt>{words.customer}</dt>
              <dd>{customer && <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a>}</dd>
              <dt>{words.dates}</dt>
              <dd>
                {earliest_date > created_at.slice(0, 10)
                  ? words.between({ first: longDay(earliest_date), last: longDay(latest_date) })
                  : words.bookBy({ date: longDay(latest_date) })}
              </dd>
              {duration_label && (
                <>
                  <dt>{words.length}</dt>
                  <dd>{duration_label}</dd>
                </>
              )}
              <dt>{words.made}</dt>
              <dd>{formats.moment(created_at)}</dd>
              {appointments.map(({ id, start_time, timezone, status }) => (
                <Fragment key={id}>
                  <dt>{words.booked}</dt>
                  <dd>
                    <a href={hrefOf(`/?date=${localDate(start_time, timezone)}&appointment=${id}`)}>
                      {formatsOf(timezone).moment(start_time)}
                    </a>{" "}
                    <span class="tag">{board.states[status]}</span>{" "}
                    {status === "scheduled" && <MoveLink appointment={{ id, start_time, timezone }} />}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
          <OutreachCard request={request} />
        </div>
        <div class="stack">
          <LinkCard request={request} customer={customer} />
        </div>
      </div>
    </Page>
  )
}

interface LinkCardProps {
  request: SchedulingRequest
  customer: Answer<"readCustomer"> | undefined
}

function LinkCard({ request, customer }: LinkCardProps) {
  const words = useWords().requests
  const { id, status, booking_url, version } = request
  const [asked, setAsked] = useState<"rotate" | "cancel" | null>(null)
  const copy = async () =>
    notify({ text: (await copyText(booking_url!)) ? words.copied : words.copyByHand({ url: booking_url! }) })
  useKeys(booking_url === null ? [] : [{ key: "c", does: words.copy, run: copy }])
  const told = (text: string) => async () => {
    await readRequestsAgain()
    notify({ text })
  }
  const isOpen = status === "open"
  return (
    <section class="card" aria-labelledby="link">
      <header>
        <h2 id="link">{words.link}</h2>
      </header>
      <div class="content stack">
        {booking_url === null ? (
          <p class="hint">{words.noLink}</p>
        ) : (
          <>
            <p class="secret">
              <code>{booking_url}</code>
            </p>
            <div class="row">
              <button type="button" class="button primary" onClick={copy}>
                <Icon name="copy" small /> {words.copy} <KeyCap of="C" />
              </button>
              {customer?.phone && (
                <a class="button" href={`sms:${customer.phone}?body=${encodeURIComponent(booking_url)}`}>
                  <Icon name="messages" small /> {words.textIt}
                </a>
              )}
              <button type="button" class="button" onClick={() => setAsked("rotate")}>
                {words.rotate}
              </button>
            </div>
          </>
        )}
        {isOpen && (
          <button type="button" class="button danger" onClick={() => setAsked("cancel")}>
            {words.cancel}
          </button>
        )}
      </div>
      {asked === "rotate" && (
        <Question
          title={words.rotateQuestion}
          text={words.rotateMeaning}
          confirm={words.rotate}
          keep={words.keep}
          run={() => api.rotateBookingLink({ id })}
          onDone={told(words.rotated)}
          // Somebody else may have been first.
          onRefused={readRequestsAgain}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "cancel" && (
        <Question
          title={words.cancelQuestion}
          text={words.cancelMeaning}
          confirm={words.cancel}
          keep={words.keep}
          run={() => api.cancelSchedulingRequest({ id, if_version: version })}
          onDone={told(words.cancelled)}
          // Somebody else may have been first.
          onRefused={readRequestsAgain}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
