/**
 * The moved appointment, and the ten best times for it from the shown date on: one press holds it there, a second one drops
 * it.
 */

import { useEffect, useState } from "preact/hooks"
import { later } from "../../ui/dates.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { type Best, BestTimes, useBestTimes } from "./best-times.tsx"
import { dateAt, duration } from "./board-formats.ts"
import { minuteOf, toSpan } from "./columns.ts"
import { type Mover, type Moving, nameOfDrop, timeOfCard, type WantedTime } from "./moving.ts"

interface NextTimesProps {
  date: string
  today: string
  typeName: string | undefined
  moving: Moving
  mover: Mover
  onHold(date: string, time: WantedTime): void
  /** Shows the board again where the list lies over it. Beside it the move is put back. */
  onClose?: (() => void) | undefined
}

export function NextTimes({ date, today, typeName, moving, mover, onHold, onClose }: NextTimesProps) {
  const words = useWords().board
  const { card, from, target } = moving
  const { appointment } = card
  const [first, setFirst] = useState(later(date, today))
  const times = useBestTimes(appointment.id, first, card.day)
  const isHeldAt = (each: Best) =>
    target?.start === minuteOf(times.blockOf(each).start_time) &&
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
    onHold(times.dateOf(each), time)
  }
  // The list begins at the shown date. It stays as it is when it already contains that date, since pressing an entry
  // changes the date too.
  useEffect(() => {
    if (!times.dates.includes(date)) setFirst(later(date, today))
  }, [date])
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
              time: `${dateAt(from.location, card.start)}, ${timeOfCard(card, from)}`,
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
      <BestTimes times={times} provider={from.provider} isHeldAt={isHeldAt} onTake={take} />
      {target && (
        <button type="button" class="button primary big" onClick={mover.drop}>
          {nameOfDrop(target, card, words)}
        </button>
      )}
    </section>
  )
}
