/** One session of a class on the board: what it is and how many of its seats are taken. Who comes is in its panel. */
import { useWords } from "../words/words.ts"
import type { BoardLocation } from "./board-data.ts"
import { shortTimeAt, timeAt } from "./board-formats.ts"
import type { SessionCard } from "./columns.ts"
import { scaled } from "./grid.ts"

interface SessionButtonProps {
  card: SessionCard
  location: BoardLocation
  hue: number
  top: number
  height: number
  onOpen(): void
}

const tallPx = scaled(80)
const twoLinesPx = scaled(34)

export function SessionButton({ card, location, hue, top, height, onOpen }: SessionButtonProps) {
  const words = useWords().board
  const { session, start, end, beside } = card
  const { appointment_type, seats, seats_taken } = session
  const isFull = seats_taken >= seats
  const others = beside.length > 0 && words.withOthers({ names: beside.join(", ") })
  const spoken = [words.fromTo({ from: timeAt(location, start), to: timeAt(location, end) }), others]
  return (
    <button
      type="button"
      class={isFull ? "appointment session full" : "appointment session"}
      data-session={session.id}
      data-start={start}
      style={{
        "--hue": hue,
        "--top": `${top}px`,
        "--height": `${height}px`,
        "--lane": 0,
        "--lanes": 1,
        "--taken": `${Math.min(100, (100 * seats_taken) / seats)}%`,
      }}
      onClick={onOpen}
    >
      <span class={height >= tallPx ? "keep" : "lines"}>
        <b>{words.sessionSeats({ name: appointment_type.name, taken: seats_taken, seats })}</b>
        <span class="said">
          , {isFull && `${words.sessionFull}, `}
          {spoken.filter(Boolean).join(", ")}
        </span>
        {height >= twoLinesPx && (
          <span class="lines" aria-hidden="true">
            <span>
              {shortTimeAt(location, start)}
              {isFull && ` · ${words.sessionFull}`}
            </span>
            {others && height >= tallPx && <span>{others}</span>}
          </span>
        )}
      </span>
    </button>
  )
}
