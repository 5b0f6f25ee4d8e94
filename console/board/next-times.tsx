/** What is moved, and the ten best times for it from the shown date on: one press holds it there, a second one drops it. */

import { useEffect, useState } from "preact/hooks"
import { addDays, later } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import { localDate, shortDay } from "../formats.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { failureText } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import type { Board } from "./board-data.ts"
import { dateAt, duration, timeAt } from "./board-formats.ts"
import { minuteOf, toSpan } from "./columns.ts"
import { type Mover, type Moving, nameOfDrop, type WantedTime } from "./moving.ts"
import { type FoundStarts, startsOf } from "./starts.ts"

interface NextTimesProps {
  board: Board
  date: string
  today: string
  typeName: string | undefined
  moving: Moving
  mover: Mover
  onHold(date: string, time: WantedTime): void
  /** Where the list lies over the board: shows the board again. Beside it the move is put back. */
  onClose?: (() => void) | undefined
}

type Best = FoundStarts["best"][number]

const daysAhead = 31

export function NextTimes({ board, date, today, typeName, moving, mover, onHold, onClose }: NextTimesProps) {
  const words = useWords().board
  const { card, from, target } = moving
  const [isSame, setSame] = useState(false)
  const { appointment } = card
  const [first, setFirst] = useState(later(date, today))
  const { data, error } = useQuery({
    ...startsOf({
      appointment_id: appointment.id,
      start_date: first,
      end_date: addDays(first, daysAhead),
      with_starts: false,
      ...(isSame ? { provider_ids: [from.provider.id] } : {}),
    }),
    placeholderData: (before) => before,
  })
  const best = (data?.best ?? []).toSorted((a, b) => minuteOf(a.start_time) - minuteOf(b.start_time))
  const movedBlock = ({ blocks }: Best) => blocks[card.day - 1]!
  const dateOf = (each: Best) => localDate(movedBlock(each).start_time, each.timezone)
  const isHeldAt = (each: Best) =>
    target?.start === minuteOf(movedBlock(each).start_time) &&
    target.column.provider.id === each.provider_id &&
    target.column.location.id === each.location_id
  const take = (each: Best) => {
    if (isHeldAt(each)) return mover.drop()
    const time = {
      providerId: each.provider_id,
      locationId: each.location_id,
      blocks: each.blocks.map(toSpan),
    }
    mover.hold(time)
    onHold(dateOf(each), time)
  }
  useKeys(
    best.map((each, at) => ({
      key: String((at + 1) % 10),
      does: words.take({ place: at + 1 }),
      run: () => take(each),
    })),
  )
  const dates = [...new Set(best.map(dateOf))]
  // The list begins at the shown date. It stays as it is when it already contains that date, since pressing an entry
  // changes the date too.
  useEffect(() => {
    if (!dates.includes(date)) setFirst(later(date, today))
  }, [date])
  const startsOn = new Map(data?.dates.map((each) => [each.date, each.offered]))
  const length = card.end - card.start
  return (
    <section class="next-times" aria-label={words.nextTimes}>
      <header>
        <div>
          <h2>{words.movingNow({ name: appointment.customer.name })}</h2>
          <p class="hint">
            {[typeName, duration(length)].filter(Boolean).join(", ")}
            {appointment.postal_code && `, ${appointment.postal_code}`}
            <br />
            {words.was({
              time: `${dateAt(from.location, card.start)}, ${timeAt(from.location, card.start)}`,
              provider: from.provider.name,
            })}
          </p>
        </div>
        {onClose ? (
          <CloseButton onClick={onClose} />
        ) : (
          <button
            type="button"
            class="button plain icon-only"
            aria-label={words.putItBackNow}
            onClick={mover.putBack}
          >
            <Icon name="x" />
          </button>
        )}
      </header>
      <fieldset class="chips">
        <legend class="said">{words.nextTimesWith}</legend>
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            class="choice-chip"
            aria-pressed={isSame === each}
            onClick={() => setSame(each)}
          >
            {each ? from.provider.name : words.anyone}
          </button>
        ))}
      </fieldset>
      {error && <p class="refused">{failureText(error)}</p>}
      {data && best.length === 0 && <p class="hint">{words.noNextTimes}</p>}
      {dates.map((each) => (
        <section key={each}>
          <h3>
            <span>{shortDay(each)}</span> <small>{words.starts({ count: startsOn.get(each) ?? 0 })}</small>
          </h3>
          <ol>
            {best.map((time, at) =>
              dateOf(time) === each ? (
                <li key={`${time.start_time} ${time.provider_id}`}>
                  <button
                    type="button"
                    class="next-time"
                    aria-pressed={isHeldAt(time)}
                    onClick={() => take(time)}
                  >
                    <KeyCap of={String((at + 1) % 10)} /> <b>{timeOf(board, time)}</b>{" "}
                    <span>{time.provider_name}</span>
                    {time.drive_minutes !== null && (
                      <small>{words.driveOf({ time: duration(time.drive_minutes) })}</small>
                    )}
                  </button>
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
      {target && (
        <button type="button" class="button primary big" onClick={mover.drop}>
          {nameOfDrop(target, words)}
        </button>
      )}
    </section>
  )
}

function timeOf(board: Board, { location_id, start_time }: Best): string {
  const location = board.locations.find(({ id }) => id === location_id)
  return location ? timeAt(location, minuteOf(start_time)) : start_time
}
