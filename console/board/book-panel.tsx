/** Booking: who, what and when in one panel beside the board, on which the offered starts are lit. */

import { useState } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { AnswerFields, type Answers, sentAnswers } from "../parts/answer-fields.tsx"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { useIsPhone } from "../parts/media.ts"
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import { failureText, Refused } from "../parts/states.tsx"
import { Repeat } from "../series/repeat.tsx"
import { type Repeat as RepeatState, useRepeat } from "../series/repeat-data.ts"
import { useKeys } from "../shell/keys.tsx"
import { WaitInstead } from "../waiting/wait-instead.tsx"
import { WhoWaits } from "../waiting/who-waits.tsx"
import { useWords, type Words } from "../words/words.ts"
import type { AppointmentType, Board } from "./board-data.ts"
import { type Booking, type BookingState, isSameChoice, offeredAt, typesAsked } from "./booking.ts"
import { instantOf } from "./columns.ts"
import { type Customer, CustomerChoice } from "./customer-choice.tsx"
import { classTypes } from "./session-draft.ts"
import {
  AllStarts,
  AnyStart,
  countedText,
  countOf,
  mostShown,
  providerOf,
  TypeChoice,
  timeOf,
} from "./start-choice.tsx"
import type { Choice } from "./starts.ts"
import { ThenTypes } from "./then-types.tsx"
import { useBook } from "./use-book.ts"
import { WhyNot } from "./why-not.tsx"

interface BookPanelProps {
  state: BookingState
  board: Board
  /** The local date that the board shows. */
  date: string
  types: readonly AppointmentType[]
  /** The customer, where that is settled before. */
  customer?: Customer
  /** Asks for another date, where no board turns the days. */
  onDate?(date: string): void
  onBooked(appointmentId: number): void
  /** Moves what stands where the booking is wanted. */
  onMoveOther(appointmentId: number): void
  /** Puts a class on the board instead; left out where no board stands beside. */
  onNewSession?(at: Choice | null): void
}

export function BookPanel({ state, board, date, types, onBooked, onMoveOther, ...own }: BookPanelProps) {
  const { board: words, classes, series } = useWords()
  // On a narrow window the panel covers the board.
  const isPhone = useIsPhone()
  const { booking, offer, error } = state
  const [customer, setCustomer] = useState<Customer | null>(own.customer ?? null)
  const [notes, setNotes] = useState("")
  const ticks = useTicks()
  const [given, setGiven] = useState<{ typeId: number | null; answers: Answers }>({
    typeId: null,
    answers: {},
  })
  const type = types.find(({ id }) => id === booking?.typeId)
  // Another type may give the same key to another question.
  const answers = type && given.typeId === type.id ? given.answers : {}
  const input = customer && booking && inputOf(customer, booking)
  const isComing = booking !== null && booking.thenTypeIds.length > 0
  const typeId = booking?.typeId ?? null
  const alone = input && typeId !== null && !isComing ? { ...input, appointment_type_id: typeId } : null
  const preview = usePreview(alone)
  const best = offer?.best.slice(0, mostShown) ?? []
  useKeys(
    best.map((choice, at) => ({
      key: String(at + 1),
      does: words.take({ place: at + 1 }),
      run: () => state.change({ choice }),
    })),
  )
  const repeat = useRepeat(alone)
  const book = useBook({ onBooked })
  const isRepeating = repeat.unit !== null
  if (!booking) return null
  const { choice } = booking
  const canBook = input !== null && !book.isRunning && (!isRepeating || repeat.wish !== null)
  const time = choice && timeOf(board, choice, offer)
  const name = nameOf(time, providerOf(board, choice), repeat, { words, series })
  const press = () => {
    // Each of several is asked its own questions later, on the appointment.
    const sent = isComing ? {} : sentAnswers(type?.questions ?? [], answers)
    const withAnswers = Object.keys(sent).length > 0 ? { answers: sent } : {}
    const more = { ...withAnswers, notes: notes.trim() === "" ? null : notes }
    if (repeat.wish) book.run({ series: { ...repeat.wish, ...more } })
    else book.run({ one: { ...input!, ...more, silent_channels: [...ticks.silent] } })
  }
  return (
    <Panel
      title={words.book}
      note={isPhone || own.onDate ? undefined : words.litStarts}
      onClose={state.close}
      actions={
        <button
          type="button"
          class="button primary big"
          disabled={!canBook}
          aria-keyshortcuts="Control+Enter"
          onClick={press}
        >
          {name}{" "}
          {canBook && (
            <span aria-hidden="true">
              <kbd>Ctrl ↵</kbd>
            </span>
          )}
        </button>
      }
    >
      {own.onNewSession && classTypes(types).length > 0 && (
        <button type="button" class="button" onClick={() => own.onNewSession!(booking.pressed)}>
          {newSessionName(board, booking.pressed, classes)}
        </button>
      )}
      <CustomerChoice
        customer={customer}
        needsAddress={type?.place === "at_customer"}
        onChange={(chosen) => {
          setCustomer(chosen)
          state.change({ customerId: chosen?.id ?? null })
        }}
      />
      <Types state={state} types={types} />
      {type && (
        <section>
          <div class="row spread">
            <h3>{words.when}</h3>
            {offer && <span class="hint">{countedText(words, offer)}</span>}
          </div>
          {own.onDate && (
            <TextField
              label={words.dayOfBooking}
              type="date"
              value={date}
              onInput={(wanted) => wanted && own.onDate!(wanted)}
            />
          )}
          {error && <p class="refused">{failureText(error)}</p>}
          <ol class="near">
            {best.map((each, at) => (
              <li key={`${each.providerId} ${each.start}`}>
                <button
                  type="button"
                  class="near-row"
                  aria-pressed={isSameChoice(each, choice)}
                  onClick={() => state.change({ choice: each })}
                >
                  <KeyCap of={String(at + 1)} />
                  <b>{timeOf(board, each, offer)}</b>
                  <span>{providerOf(board, each)}</span>
                </button>
              </li>
            ))}
          </ol>
          {offer && best.length === 0 && countOf(offer) === 0 && <p class="hint">{words.noStarts}</p>}
          {offer && countOf(offer) > 0 && <AllStarts state={state} offer={offer} board={board} />}
          <AnyStart state={state} board={board} date={date} />
          {type.starts !== "grid" && (
            <CheckField
              label={words.leftOutStarts}
              checked={booking.showsAll}
              onChange={(isChecked) => state.change({ showsAll: isChecked, choice: null })}
            />
          )}
          <CheckField
            label={words.override}
            checked={booking.isOverride}
            onChange={(isChecked) => state.change({ isOverride: isChecked, choice: null })}
          />
          <WaitInstead customer={customer} booking={booking} onListed={state.close} />
        </section>
      )}
      {type?.seats != null && (
        <TextField
          label={classes.seatsForThem}
          type="number"
          min={1}
          max={20}
          value={String(booking.seats)}
          onInput={(typed) => state.change({ seats: Number(typed) || 1 })}
        />
      )}
      {customer === null && <Waiting booking={booking} type={type} />}
      {type && booking.pressed && !isSameChoice(booking.pressed, choice) && !isWithinOffered(state) && (
        <WhyNot {...{ board, types, booking, pressed: booking.pressed }} onMoveOther={onMoveOther} />
      )}
      {type && !isComing && (
        <AnswerFields
          questions={type.questions ?? []}
          answers={answers}
          onChange={(changed) => setGiven({ typeId: type.id, answers: changed })}
          refused={book.failure instanceof Refusal ? book.failure : null}
        />
      )}
      <Field label={words.notes}>
        {(attributes) => (
          <textarea
            class="input"
            rows={2}
            maxLength={2000}
            {...attributes}
            value={notes}
            onInput={(event) => setNotes(event.currentTarget.value)}
          />
        )}
      </Field>
      {alone && type?.seats == null && <Repeat repeat={repeat} />}
      {alone && choice && !isRepeating && (
        <PreviewOfTexts read={preview} timeZone={zoneOf(board, choice)} name={customer?.name} ticks={ticks} />
      )}
      <Refused error={book.failure} />
    </Panel>
  )
}

/** Before the type was chosen, a place within a window was pressed that is offered. */
const isWithinOffered = ({ booking, offer }: BookingState) =>
  offer?.starts.isOfWindows && offeredAt(offer.starts, booking!.pressed!) !== undefined

function Types({ state, types }: Pick<BookPanelProps, "state" | "types">) {
  const booking = state.booking!
  return (
    <>
      <TypeChoice state={state} types={types} />
      {booking.durationOptionId === null && (
        // A chosen length is of one type alone.
        <ThenTypes
          {...booking}
          types={types}
          onChange={(changed) => state.change({ ...changed, choice: null, pressed: null })}
        />
      )}
    </>
  )
}

/** The messages that the booking of one type would send; a booking of several has no preview. */
const usePreview = (input: Parameters<typeof api.previewBooking>[0] | null) =>
  useQuery({
    queryKey: ["preview", "booking", input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewBooking(input!, { signal }),
    enabled: input !== null,
  })

const newSessionName = (board: Board, at: Choice | null, words: Words["classes"]): string =>
  at ? words.newAt({ time: timeOf(board, at), provider: providerOf(board, at) }) : words.newSession

function nameOf(
  time: string | null,
  provider: string,
  { unit, booked, preview }: RepeatState,
  { words, series }: { words: Words["board"]; series: Words["series"] },
): string {
  if (time === null) return words.book
  if (unit === null) return words.bookAt({ time, provider })
  const isAll = booked === preview?.data?.occurrences.length
  return isAll ? series.bookAll({ count: booked }) : series.bookSome({ count: booked })
}

/** The customers who wait for the chosen time, or, before a type is chosen, for the free time that was pressed. */
function Waiting({ booking, type }: { booking: Booking; type: AppointmentType | undefined }) {
  const { choice, pressed, waitedUntil } = booking
  if (type) return choice && <WhoWaits gap={gapOf(choice, type)} />
  if (!pressed || waitedUntil === null) return null
  const { providerId, start } = pressed
  return <WhoWaits gap={{ providerId, from: instantOf(start), to: instantOf(waitedUntil) }} />
}

/** The time from the chosen start on that the type takes. */
const gapOf = ({ providerId, start }: Choice, { blocks }: AppointmentType) => ({
  providerId,
  from: instantOf(start),
  to: instantOf(start + blocks[0]!),
})

/** The input for the service; null until all of it is chosen. */
function inputOf({ id }: Customer, booking: Booking) {
  const { typeId, choice, durationOptionId, seats, isOverride } = booking
  if (typeId === null || choice === null) return null
  return {
    customer_id: id,
    ...typesAsked(booking),
    provider_id: choice.providerId,
    location_id: choice.locationId,
    start_time: instantOf(choice.start),
    duration_option_id: durationOptionId,
    ...(seats > 1 ? { seats } : {}),
    ...(isOverride ? { override_eligibility: true } : {}),
  }
}

const zoneOf = ({ locations }: Board, { locationId }: Choice) =>
  locations.find(({ id }) => id === locationId)?.timezone ?? "UTC"
