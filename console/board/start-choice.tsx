/** The service and the time of a booking, by selects: the equal of pressing a lit start on the board. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { instantAt } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { useWords, type Words } from "../words/words.ts"
import type { AppointmentType, Board } from "./board-data.ts"
import { dateAt, spanAt, timeAt } from "./board-formats.ts"
import { type BookingState, type Offer, startsAt, windowOf } from "./booking.ts"
import { instantOf, minuteOf } from "./columns.ts"
import { type Choice, countText } from "./starts.ts"

export const mostShown = 3

export const countOf = ({ starts }: Offer) =>
  [...starts.jobs.values()].reduce((sum, { length }) => sum + length, 0)

export const countedText = (words: Words["board"], offer: Offer): string =>
  countText(words, countOf(offer), offer.starts.isOfWindows)

/** "2:15 PM", or "2 – 4 PM" where windows are offered. */
export function timeOf(board: Board, choice: Choice, offer?: Offer | null): string {
  const { locationId, start } = choice
  const window = offer && windowOf(offer, choice)
  const location = board.locations.find(({ id }) => id === locationId)
  if (!location) return instantOf(start)
  const time = window ? spanAt(location, window) : timeAt(location, start)
  const day = location.days[0]
  const isToday = day && start >= minuteOf(day.start_time) && start < minuteOf(day.end_time)
  return isToday ? time : `${dateAt(location, start)}, ${time}`
}

export const providerOf = (board: Board, choice: Pick<Choice, "providerId"> | null) =>
  board.providers.find(({ id }) => id === choice?.providerId)?.name ?? ""

const pairName = (board: Board, pair: Pick<Choice, "providerId" | "locationId">) =>
  [
    board.providers.find(({ id }) => id === pair.providerId)?.name,
    board.locations.find(({ id }) => id === pair.locationId)?.name,
  ]
    .filter(Boolean)
    .join(", ")

export function TypeChoice({ state, types }: { state: BookingState; types: readonly AppointmentType[] }) {
  const words = useWords().board
  const { booking } = state
  const type = types.find(({ id }) => id === booking?.typeId)
  const select = useRef<HTMLSelectElement>(null)
  const customerId = booking?.customerId ?? null
  // The search that had the focus is gone once it has found its customer.
  useLayoutEffect(() => {
    if (customerId !== null) select.current!.focus()
  }, [customerId])
  return (
    <div class="pair-fields">
      <Field label={words.type}>
        {(attributes) => (
          <select
            ref={select}
            class="input"
            {...attributes}
            value={booking?.typeId ?? ""}
            onChange={(event) =>
              state.change({
                typeId: Number(event.currentTarget.value) || null,
                thenTypeIds: [],
                durationOptionId: null,
                seats: 1,
                choice: null,
              })
            }
          >
            <option value="">{words.choose}</option>
            {types
              .filter(({ active }) => active)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      {type && type.duration_options.length > 0 && booking?.thenTypeIds.length === 0 && (
        <Field label={words.length}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={booking?.durationOptionId ?? ""}
              onChange={(event) =>
                state.change({ durationOptionId: Number(event.currentTarget.value) || null, choice: null })
              }
            >
              <option value="">{words.usual}</option>
              {type.duration_options.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  )
}

export function AllStarts({ state, offer, board }: { state: BookingState; offer: Offer; board: Board }) {
  const words = useWords().board
  const { choice } = state.booking!
  const pairs = [...offer.starts.jobs.keys()].map((key) => {
    const [providerId, locationId] = key.split(" ").map(Number)
    return { providerId: providerId!, locationId: locationId! }
  })
  const textOf = (each: Choice) => `${each.providerId} ${each.locationId} ${each.start}`
  return (
    <Field label={words.allStarts}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={choice ? textOf(choice) : ""}
          onChange={(event) => {
            const [providerId, locationId, start] = event.currentTarget.value.split(" ").map(Number)
            state.change({
              choice: start ? { providerId: providerId!, locationId: locationId!, start } : null,
            })
          }}
        >
          <option value="">{words.choose}</option>
          {pairs.map((pair) => (
            <optgroup key={textOf({ ...pair, start: 0 })} label={pairName(board, pair)}>
              {startsAt(offer.starts, pair).map(([start]) => (
                <option key={start} value={textOf({ ...pair, start })}>
                  {timeOf(board, { ...pair, start }, offer)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The equal of pressing an empty place: any time of the day with any provider, chosen if it is offered, explained if not. */
export function AnyStart({ state, board, date }: { state: BookingState; board: Board; date: string }) {
  const words = useWords().board
  const { typeId } = state.booking!
  const [providerId, setProviderId] = useState(0)
  const [time, setTime] = useState("")
  const fitting = board.providers.filter((each) => each.appointment_type_ids.includes(typeId!))
  const provider = fitting.find(({ id }) => id === providerId) ?? fitting[0]
  const location =
    board.locations.find(({ id }) => id === locationIdOf(provider, board)) ?? board.locations[0]
  if (!provider || !location) return null
  return (
    <details>
      <summary>{words.anotherTime}</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const start = minuteOf(instantAt(location.timezone, date, time))
          state.press({ providerId: provider.id, locationId: location.id, start })
        }}
      >
        <div class="pair-fields">
          <Field label={words.provider}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={provider.id}
                onChange={(event) => setProviderId(Number(event.currentTarget.value))}
              >
                {fitting.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField label={words.time} type="time" required value={time} onInput={setTime} />
        </div>
        <button type="submit" class="button">
          {words.ask}
        </button>
      </form>
    </details>
  )
}

/** The provider's location on the day that the board shows. */
const locationIdOf = (provider: Board["providers"][number] | undefined, { locations }: Board) =>
  provider?.hours.find(({ location_id }) => locations.some(({ id }) => id === location_id))?.location_id ??
  provider?.usual_location_id
