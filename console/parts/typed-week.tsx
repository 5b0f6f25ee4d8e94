/** The hours of a week, typed: a row for each stretch. For people who would rather not draw, and for odd minutes. */
import { useState } from "preact/hooks"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"
import { longWeekday } from "./week-formats.ts"
import { type Hours, meet, stretchOf } from "./week-stretches.ts"

interface TypedWeekProps {
  label: string
  hours: readonly Hours[]
  /** With hours that do not overlap. */
  onChange(hours: Hours[]): void
  /** The day that is typed in. */
  onDay(weekday: number): void
}

interface Row extends Hours {
  id: number
}

let made = 0
const rowOf = (hours: Hours): Row => ({ ...hours, id: ++made })

export function TypedWeek({ label, hours, onChange, onDay }: TypedWeekProps) {
  const words = useWords().hours
  const [rows, setRows] = useState(() => hours.map(rowOf))

  function change(next: Row[]): void {
    setRows(next)
    if (next.every((row) => isWhole(row) && !isInTheWay(row, next)))
      onChange(
        next
          .map(({ weekday, start, end }) => ({ weekday, start, end }))
          .sort((a, b) => stretchOf(a).start - stretchOf(b).start),
      )
  }
  const set = (id: number, fields: Partial<Hours>) =>
    change(rows.map((row) => (row.id === id ? { ...row, ...fields } : row)))

  return (
    <fieldset class="typed-week">
      <legend class="said">{label}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
        <div key={weekday} class="typed-day" onFocusIn={() => onDay(weekday)}>
          <strong>{longWeekday(weekday)}</strong>
          <div class="stack">
            {rows
              .filter((row) => row.weekday === weekday)
              .map((row) => (
                <div key={row.id} class="row typed-row">
                  <input
                    class="input"
                    type="time"
                    aria-label={words.from({ day: longWeekday(weekday) })}
                    value={row.start}
                    onInput={(event) => set(row.id, { start: event.currentTarget.value })}
                  />
                  <span aria-hidden="true">–</span>
                  <input
                    class="input"
                    type="time"
                    aria-label={words.to({ day: longWeekday(weekday) })}
                    value={row.end}
                    onInput={(event) => set(row.id, { end: event.currentTarget.value })}
                  />
                  <button
                    type="button"
                    class="button icon-only plain"
                    aria-label={words.remove({ day: longWeekday(weekday) })}
                    onClick={() => change(rows.filter(({ id }) => id !== row.id))}
                  >
                    <Icon name="x" />
                  </button>
                  {isWhole(row) && row.end <= row.start && <span class="tag">{words.nextDay}</span>}
                  {isWhole(row) && isInTheWay(row, rows) && (
                    <span class="tag bad" role="alert">
                      {words.overlap}
                    </span>
                  )}
                </div>
              ))}
            {rows.every((row) => row.weekday !== weekday) && <span class="hint">{words.closed}</span>}
          </div>
          <button
            type="button"
            class="button icon-only"
            aria-label={words.add({ day: longWeekday(weekday) })}
            onClick={() => change([...rows, rowOf(afterLast(rows, weekday))])}
          >
            <Icon name="plus" />
          </button>
        </div>
      ))}
    </fieldset>
  )
}

const isWhole = ({ start, end }: Row) => start !== "" && end !== ""

const isInTheWay = (row: Row, rows: readonly Row[]) =>
  rows.some((other) => other.id !== row.id && isWhole(other) && meet(stretchOf(row), stretchOf(other)))

/** Nine to five on a closed day, else empty fields to type in. */
function afterLast(rows: readonly Row[], weekday: number): Hours {
  const isOpen = rows.some((row) => row.weekday === weekday)
  return isOpen ? { weekday, start: "", end: "" } : { weekday, start: "09:00", end: "17:00" }
}
