/** A full class: its waiting list, and the next sessions with free seats. Who waits for such a class is listed with it. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats, localDate } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { notify } from "../shell/notices.tsx"
import { readWaitingAgain } from "../waiting/waiting-data.ts"
import { blankWish, saveWish } from "../waiting/wish-draft.ts"
import { useWords } from "../words/words.ts"
import { type Customer, CustomerChoice } from "./customer-choice.tsx"
import { AddSeat, Question, sessionsToCome } from "./seat-forms.tsx"
import type { Session } from "./session-data.ts"

interface FullClassProps {
  session: Session
  onClose(): void
}

/** So many other sessions are shown. */
const mostNext = 3

export function FullClass({ session, onClose }: FullClassProps) {
  const { board, classes: words } = useWords()
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [otherId, setOtherId] = useState<number | null>(null)
  const { data = [] } = useQuery(sessionsToCome(session.appointment_type.id))
  const next = data.filter(({ id, seats_left }) => id !== session.id && seats_left > 0).slice(0, mostNext)
  const other = next.find(({ id }) => id === otherId)
  const wait = useWrite({
    mutationFn: (customerId: number) => saveWish(wishFor(session), { customerId }),
    onSuccess: async (entry) => {
      await readWaitingAgain()
      notify({ text: words.waitsNow({ name: entry.customer.name }) })
      onClose()
    },
  })
  if (other) return <AddSeat session={other} customer={customer} onClose={onClose} />
  return (
    <Question title={words.add}>
      <p>{words.isFull}</p>
      <CustomerChoice customer={customer} needsAddress={false} onChange={setCustomer} />
      <Refused error={wait.failure} />
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={customer === null || wait.isRunning}
          onClick={() => wait.run(customer!.id)}
        >
          {words.waitForThis}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {board.closeNote}
        </button>
      </div>
      {next.length > 0 && (
        <section class="stack">
          <h4>{words.nextWithSeats}</h4>
          {next.map((each) => (
            <button key={each.id} type="button" class="button" onClick={() => setOtherId(each.id)}>
              {appointmentFormats(each.timezone).block(each)} · {words.seatsFree({ count: each.seats_left })}
            </button>
          ))}
        </section>
      )}
    </Question>
  )
}

/** A seat on that day with the same teacher at the same location. */
function wishFor({ start_time, timezone, appointment_type, provider, location }: Session) {
  const date = localDate(start_time, timezone)
  return {
    ...blankWish(date),
    ...{ typeId: appointment_type.id, until: date, providerIds: [provider.id], locationIds: [location.id] },
  }
}

const mostRead = 100

/** In the order in which they joined. */
export function WhoWaits({ session }: { session: Session }) {
  const words = useWords().classes
  const { appointment_type, provider, location, start_time, timezone } = session
  const { data } = useQuery({
    queryKey: ["waiting", "class", appointment_type.id] as const,
    queryFn: () =>
      api.listWaitingEntries({ state: "waiting", appointment_type_id: appointment_type.id, limit: mostRead }),
  })
  const date = localDate(start_time, timezone)
  const isFor = (ids: readonly number[] | null, id: number) => ids === null || ids.includes(id)
  const waiting = (data?.data ?? [])
    .filter(
      (each) =>
        each.earliest_date <= date &&
        date <= each.latest_date &&
        isFor(each.provider_ids, provider.id) &&
        isFor(each.location_ids, location.id),
    )
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  if (waiting.length === 0) return null
  return (
    <section>
      <h3>{words.whoWaits({ count: waiting.length })}</h3>
      <ol class="rows">
        {waiting.map(({ id, customer }) => (
          <li key={id}>
            <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a>
          </li>
        ))}
      </ol>
    </section>
  )
}
