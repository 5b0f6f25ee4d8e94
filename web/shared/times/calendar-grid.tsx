import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { addDays, addMonths, earlier, firstDayOf, later, monthOf, weekdayOf } from "../dates.ts"
import { useLanguage } from "../language.ts"
import { dateForKey, firstWeekdayOf, monthGrid } from "./month-grid.ts"

/** A table that arrow keys move through is a grid. ARIA allows these roles on a table and its cells. */
const gridRole = { role: "grid" } as const
const cellRole = "gridcell"

interface CalendarGridProps {
  month: string
  /** Local dates, both inclusive: the first and last month that can be shown. */
  bounds: { firstDate: string; lastDate: string }
  /** The times of each date that has some. */
  days: Map<string, unknown[]>
  selected: string | null
  loading: boolean
  onMonth(month: string): void
  onDay(date: string): void
}

/** A month to choose a day from. It is one tab stop; arrow keys move inside. */
export function CalendarGrid(props: CalendarGridProps) {
  const { month, bounds, days, selected, loading } = props
  const { locale, words } = useLanguage()
  const firstWeekday = firstWeekdayOf(locale)
  const grid = useRef<HTMLTableElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const stop = tabStop(month, wanted, selected, days)

  useLayoutEffect(() => {
    if (wanted) grid.current?.querySelector<HTMLElement>(`[data-date="${wanted}"]`)?.focus()
  }, [wanted])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dateForKey(event.key, stop, firstWeekday)
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const within = later(firstDayOf(monthOf(bounds.firstDate)), earlier(next, lastDayShown(bounds.lastDate)))
    if (monthOf(within) !== month) props.onMonth(monthOf(within))
    setWanted(within)
  }

  return (
    <section class="calendar" aria-label={words.calendar} aria-busy={loading}>
      <MonthHeader {...props} />
      <table {...gridRole} aria-labelledby="month" ref={grid} onKeyDown={onKeyDown}>
        <Weekdays firstWeekday={firstWeekday} />
        <tbody class={loading ? "loading" : undefined}>
          {monthGrid(month, firstWeekday).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, column) =>
                date ? (
                  <DayCell
                    key={date}
                    date={date}
                    count={days.get(date)?.length ?? 0}
                    selected={date === selected}
                    tabStop={date === stop}
                    onPick={() => {
                      setWanted(null)
                      props.onDay(date)
                    }}
                  />
                ) : (
                  <td key={`blank ${weekdayOf(firstDayOf(month)) + column}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MonthHeader({ month, bounds, onMonth }: CalendarGridProps) {
  const { words, formats } = useLanguage()
  const turn = (months: number, label: string, sign: string, allowed: boolean) => (
    <button
      type="button"
      class="turn"
      aria-label={label}
      aria-disabled={!allowed}
      onClick={() => allowed && onMonth(addMonths(month, months))}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <div class="month">
      {turn(-1, words.previousMonth, "‹", month > monthOf(bounds.firstDate))}
      <h3 id="month">{formats.month(month)}</h3>
      {turn(1, words.nextMonth, "›", month < monthOf(bounds.lastDate))}
    </div>
  )
}

function Weekdays({ firstWeekday }: { firstWeekday: number }) {
  const { formats } = useLanguage()
  return (
    <thead>
      <tr>
        {[0, 1, 2, 3, 4, 5, 6].map((column) => {
          const { short, long } = formats.weekday(((firstWeekday - 1 + column) % 7) + 1)
          return (
            <th key={column} scope="col" abbr={long}>
              {short}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface DayCellProps {
  date: string
  count: number
  selected: boolean
  tabStop: boolean
  onPick(): void
}

function DayCell({ date, count, selected, tabStop, onPick }: DayCellProps) {
  const { words, formats } = useLanguage()
  const cell = { role: cellRole, "aria-selected": selected } as const
  return (
    <td {...cell}>
      <button
        type="button"
        class="day"
        data-date={date}
        tabIndex={tabStop ? 0 : -1}
        aria-label={`${formats.day(date)}, ${words.timesCount(count)}`}
        aria-disabled={count === 0}
        onClick={() => count > 0 && onPick()}
      >
        <span>{Number(date.slice(8))}</span>
      </button>
    </td>
  )
}

/** The day that Tab reaches: where the arrow keys went, else the selected day, else the first with times. */
function tabStop(
  month: string,
  wanted: string | null,
  selected: string | null,
  days: Map<string, unknown[]>,
): string {
  const inMonth = (date: string | null) => date !== null && monthOf(date) === month
  if (inMonth(wanted)) return wanted!
  if (inMonth(selected)) return selected!
  return [...days.keys()].filter(inMonth).sort()[0] ?? firstDayOf(month)
}

function lastDayShown(lastDate: string): string {
  return addDays(firstDayOf(addMonths(monthOf(lastDate), 1)), -1)
}
