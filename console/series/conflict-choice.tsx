/** One occurrence that can't be at its time, with other times for it, or none. */
import { formatsOf, shortDay } from "../formats.ts"
import { useWords } from "../words/words.ts"
import type { Occurrence } from "./repeat-data.ts"

interface ConflictChoiceProps {
  one: Occurrence
  timezone: string
  /** Null for none of the other times. */
  chosen: string | null
  /** The text for choosing none. */
  none: string
  onChoose(start: string | null): void
}

export function ConflictChoice({ one, timezone, chosen, none, onChoose }: ConflictChoiceProps) {
  const words = useWords().series
  const formats = formatsOf(timezone)
  const choices = [...one.alternatives.map(({ start_time }) => start_time), null]
  const reason = words.reasons[one.reason ?? "not_open"]
  return (
    <fieldset class="chips">
      <legend class="warn">{words.choose({ date: shortDay(one.local_date), reason })}</legend>
      {choices.map((start) => (
        <button
          key={String(start)}
          type="button"
          class="choice-chip"
          aria-pressed={start === chosen}
          onClick={() => onChoose(start)}
        >
          {start === null ? none : formats.moment(start)}
        </button>
      ))}
    </fieldset>
  )
}
