/** Seats of a session by hand: one more for a customer who is found or made, another class for one who comes, and a cancel. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { CancelQuestion } from "./appointment-question.tsx"
import { appointmentOf } from "./board-data.ts"
import { type Customer, CustomerChoice } from "./customer-choice.tsx"
import { type Attendee, readSessionAgain, type Session } from "./session-data.ts"
import { useBook } from "./use-book.ts"

/** In one booking. */
const mostSeats = 20

type SeatSession = Pick<
  Session,
  "id" | "appointment_type" | "provider" | "location" | "start_time" | "timezone" | "seats_left"
>

interface SeatProps {
  session: SeatSession
  onClose(): void
}

/**
 * The focus goes into what a panel asks, and back to the panel: the button that had it is removed, and Escape works only while
 * the focus is inside.
 */
export function useQuestionFocus<Element extends HTMLElement>() {
  const question = useRef<Element>(null)
  useLayoutEffect(() => {
    const own = question.current!
    const panel = own.closest<HTMLElement>(".panel")
    own.querySelector<HTMLElement>("input, select, button")?.focus()
    return () => {
      if (own.contains(document.activeElement)) panel?.focus()
    }
  }, [])
  return question
}

export function Question({ title, children }: { title: string; children: ComponentChildren }) {
  const question = useQuestionFocus<HTMLElement>()
  return (
    <section ref={question} class="question stack seat-question">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** @param customer the one who was chosen before */
export function AddSeat({
  session,
  customer: known = null,
  onClose,
}: SeatProps & { customer?: Customer | null }) {
  const { board, classes: words } = useWords()
  const [customer, setCustomer] = useState<Customer | null>(known)
  const [seats, setSeats] = useState("1")
  const [isOverride, setOverride] = useState(false)
  const ticks = useTicks()
  const most = Math.min(session.seats_left, mostSeats)
  const isFitting = Number(seats) >= 1 && Number(seats) <= most
  const input = customer && isFitting ? seatOf(session, customer.id, Number(seats), isOverride) : null
  const preview = useQuery({
    queryKey: ["preview", "seat", input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewBooking(input!, { signal }),
    enabled: input !== null,
  })
  const book = useBook({
    onBooked: () => {
      onClose()
      void readSessionAgain(session.id)
    },
  })
  return (
    <Question title={words.add}>
      <CustomerChoice customer={customer} needsAddress={false} onChange={setCustomer} />
      <TextField
        label={words.seatsForThem}
        type="number"
        min={1}
        max={most}
        value={seats}
        onInput={setSeats}
      />
      <CheckField label={board.override} checked={isOverride} onChange={setOverride} />
      {input && (
        <PreviewOfTexts read={preview} timeZone={session.timezone} name={customer?.name} ticks={ticks} />
      )}
      <Refused error={book.failure} />
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={input === null || book.isRunning}
          onClick={() => book.run({ one: { ...input!, silent_channels: [...ticks.silent] } })}
        >
          {words.bookSeats({ count: isFitting ? Number(seats) : 1 })}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {board.closeNote}
        </button>
      </div>
    </Question>
  )
}

const seatOf = (session: SeatSession, customerId: number, seats: number, isOverride: boolean) => ({
  customer_id: customerId,
  appointment_type_id: session.appointment_type.id,
  provider_id: session.provider.id,
  location_id: session.location.id,
  start_time: session.start_time,
  seats,
  ...(isOverride ? { override_eligibility: true } : {}),
})

/** How many are offered to move to. */
const mostOffered = 100

export const sessionsToCome = (typeId: number) => ({
  queryKey: ["sessions-to-come", typeId] as const,
  queryFn: async () => {
    const from = new Date(Date.now()).toISOString()
    const asked = { appointment_type_id: typeId, status: "scheduled" as const, from, limit: mostOffered }
    return (await api.listClassSessions(asked)).data
  },
})

export function MoveSeat({ session, attendee, onClose }: SeatProps & { attendee: Attendee }) {
  const words = useWords().classes
  const { data, error, refetch } = useQuery(sessionsToCome(session.appointment_type.id))
  const others = data?.filter(({ id, seats_left }) => id !== session.id && seats_left >= attendee.seats)
  const title = words.moveOf({ name: attendee.customer.name })
  if (!others)
    return (
      <Question title={title}>
        {error ? <Failed error={error} retry={refetch} /> : <Loading rows={2} />}
      </Question>
    )
  return (
    <Question title={title}>
      {others.length > 0 ? (
        <OtherSession {...{ session, attendee, others, onClose }} />
      ) : (
        <>
          <p class="hint">{words.noOther}</p>
          <button type="button" class="button" onClick={onClose}>
            {useWords().board.closeNote}
          </button>
        </>
      )}
    </Question>
  )
}

type Other = Awaited<ReturnType<ReturnType<typeof sessionsToCome>["queryFn"]>>[number]

function OtherSession({
  session,
  attendee,
  others,
  onClose,
}: SeatProps & { attendee: Attendee; others: readonly Other[] }) {
  const { board, classes: words } = useWords()
  const [id, setId] = useState(others[0]!.id)
  const ticks = useTicks()
  const to = others.find((each) => each.id === id) ?? others[0]!
  const wish = {
    id: attendee.appointment_id,
    start_time: to.start_time,
    provider_id: to.provider.id,
    location_id: to.location.id,
    override_eligibility: true,
  }
  const preview = useQuery({
    queryKey: ["preview", "seat move", wish] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewMove(wish, { signal }),
  })
  const move = useWrite({
    mutationFn: () => api.rescheduleAppointment({ ...wish, silent_channels: [...ticks.silent] }),
    onSuccess: () => {
      notify({ text: words.seatMoved({ name: attendee.customer.name }) })
      onClose()
      return Promise.all([readSessionAgain(session.id), readSessionAgain(to.id)])
    },
    onError: () => readSessionAgain(session.id),
  })
  return (
    <>
      <Field label={words.otherClasses}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={to.id}
            onChange={(event) => setId(Number(event.currentTarget.value))}
          >
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {[
                  appointmentFormats(each.timezone).block(each),
                  each.provider.name,
                  words.seatsFree({ count: each.seats_left }),
                ].join(" · ")}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PreviewOfTexts read={preview} timeZone={to.timezone} name={attendee.customer.name} ticks={ticks} />
      <Refused error={move.failure} />
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={move.isRunning}
          onClick={() => move.run(undefined)}
        >
          {words.moveThere}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {board.closeNote}
        </button>
      </div>
    </>
  )
}

export function CancelSeat({ session, attendee, onClose }: SeatProps & { attendee: Attendee }) {
  const { data, error, refetch } = useQuery(appointmentOf(attendee.appointment_id))
  if (!data) return error ? <Failed error={error} retry={refetch} /> : <Loading rows={3} />
  return (
    <CancelQuestion
      appointment={data}
      name={attendee.customer.name}
      isAtOnce
      onClose={() => {
        onClose()
        void readSessionAgain(session.id)
      }}
    />
  )
}
