/**
 * The hours of a week, drawn by mouse, finger or keys, or typed. It holds no hours itself: `hours` are shown, and every change is
 * handed on as a whole week, in the shape that the API takes.
 */
import { useState } from "preact/hooks"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"
import { Segments } from "./segments.tsx"
import { TypedWeek } from "./typed-week.tsx"
import { hoursCount, longWeekday } from "./week-formats.ts"
import { WeekGrid } from "./week-grid.tsx"
import {
  copied,
  type Hours,
  hoursOf,
  type Stretch,
  startingOn,
  stretchesOf,
  stretchOf,
} from "./week-stretches.ts"
import "../styles/week-hours.css"

export type { Hours }

/** Hours at another location, which those that are drawn may not meet. */
export interface HoursElsewhere extends Hours {
  /** The location's name. */
  where: string
}

interface WeekHoursProps {
  /** The owner of the hours, and the location: "Ana Ruiz, Austin". */
  label: string
  hours: readonly Hours[]
  elsewhere?: readonly HoursElsewhere[]
  onChange(hours: Hours[]): void
}

const nineToFive = (weekday: number): Hours => ({ weekday, start: "09:00", end: "17:00" })

export function WeekHours({ label, hours, elsewhere = [], onChange }: WeekHoursProps) {
  const words = useWords()
  const [isTyped, setTyped] = useState(false)
  const [earlier, setEarlier] = useState<readonly (readonly Hours[])[]>([])
  const [weekday, setWeekday] = useState(1)
  const [taken, setTaken] = useState(0)
  const stretches = stretchesOf(hours)
  const blocked = elsewhere.map(({ where, ...each }) => ({ ...stretchOf(each), where }))

  function change(next: readonly Hours[]): void {
    if (JSON.stringify(next) === JSON.stringify(hours)) return
    setEarlier([...earlier, hours])
    onChange([...next])
  }
  const draw = (next: readonly Stretch[]) => change(hoursOf(next))

  function undo(): void {
    const before = earlier.at(-1)
    if (!before) return
    setEarlier(earlier.slice(0, -1))
    setTaken(taken + 1)
    onChange([...before])
  }

  /** A day without hours is opened first: from nine to five. */
  function copyTo(days: readonly number[]): void {
    const isOpen = startingOn(stretches, weekday).length > 0
    const source = isOpen ? stretches : stretchesOf([...hours, nineToFive(weekday)])
    draw(copied(source, weekday, days, blocked))
    setTaken(taken + 1)
  }

  const total = stretches.reduce((sum, { start, end }) => sum + end - start, 0)
  return (
    <div class="week-hours">
      <div class="row spread">
        <fieldset class="row like">
          <legend class="said">{words.hours.like({ day: longWeekday(weekday) })}</legend>
          <span aria-hidden="true" class="hint">
            {words.hours.like({ day: longWeekday(weekday) })}
          </span>
          <button type="button" class="button" onClick={() => copyTo([1, 2, 3, 4, 5])}>
            {words.hours.weekdays}
          </button>
          <button type="button" class="button" onClick={() => copyTo([1, 2, 3, 4, 5, 6, 7])}>
            {words.hours.everyDay}
          </button>
        </fieldset>
        <div class="row">
          <button
            type="button"
            class="button icon-only"
            aria-label={words.shell.undo}
            disabled={earlier.length === 0}
            onClick={undo}
          >
            <Icon name="undo" />
          </button>
          <Segments
            legend={words.hours.way}
            choices={[
              [false, words.hours.draw],
              [true, words.hours.type],
            ]}
            chosen={isTyped}
            onChoose={setTyped}
          />
        </div>
      </div>
      {isTyped ? (
        <TypedWeek key={taken} label={label} hours={hours} onChange={change} onDay={setWeekday} />
      ) : (
        <WeekGrid label={label} stretches={stretches} blocked={blocked} onChange={draw} onDay={setWeekday} />
      )}
      <p class="hint week-total">{words.hours.week({ hours: hoursCount(total) })}</p>
    </div>
  )
}
