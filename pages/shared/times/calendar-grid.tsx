import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { addDays, earlier, later } from "../../../ui/dates.ts"
import { useLanguage } from "../language.ts"
import { countText, type Opening } from "./openings.ts"
import type { DateRange } from "./ranges.ts"
import type { Bounds } from "./times-state.ts"
import { dateForKey, isShown, lastShown, startOfWeek, turned, turnedTo, weeksFrom } from "./weeks.ts"

/** A table that arrow keys move through is a grid. ARIA allows these roles on a table and its cells. */
const gridRole = { role: "grid" } as const
const cellRole = "gridcell"

interface CalendarGridProps {
  /** The first shown day, which is the first of its week. */
  from: string
  firstWeekday: number
  /** Null until the visitor's device has said it. */
  today: string | null
  bounds: Bounds
  /** The times of each date that has some. */
  days: Map<string, Opening[]>
  full: Set<string>
  selected: string | null
  /** The days whose times are not known yet. */
  missing: DateRange[]
  loading: boolean
  onTurn(from: string): void
  onDay(date: string): void
}

/** Five weeks to choose a day from. They are one tab stop; arrow keys move inside. */
export function CalendarGrid(props: CalendarGridProps) {
  const { from, firstWeekday, today, bounds, days, full, selected, missing, loading } = props
  const { words } = useLanguage()
  const grid = useRef<HTMLTableElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const stop = tabStop(from, wanted, selected, days)

  useLayoutEffect(() => {
    if (wanted) grid.current?.querySelector<HTMLElement>(`[data-date="${wanted}"]`)?.focus()
  }, [wanted])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dateForKey(event.key, stop, firstWeekday)
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const last = addDays(startOfWeek(bounds.lastDate, firstWeekday), 6)
    const within = later(startOfWeek(bounds.firstDate, firstWeekday), earlier(next, last))
    if (!isShown(within, from)) props.onTurn(turnedTo(within, from))
    setWanted(within)
  }
  const stateOf = (date: string): DayState => {
    if (days.has(date)) return "free"
    if (today && date < today) return "past"
    if (loading && missing.some(({ startDate, endDate }) => date >= startDate && date < endDate))
      return "unknown"
    return full.has(date) ? "full" : "closed"
  }

  return (
    <section class="calendar" aria-label={words.calendar} aria-busy={loading}>
      <Head {...props} />
      <table {...gridRole} aria-labelledby="weeks" ref={grid} onKeyDown={onKeyDown}>
        <Weekdays from={from} />
        <tbody>
          {weeksFrom(from).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  state={stateOf(date)}
                  openings={days.get(date) ?? noTimes}
                  isToday={date === today}
                  namesMonth={date !== from && date.endsWith("-01")}
                  selected={date === selected}
                  tabStop={date === stop}
                  onPick={() => {
                    setWanted(null)
                    props.onDay(date)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Key />
    </section>
  )
}

function Head({ from, bounds, onTurn }: CalendarGridProps) {
  const { words, formats } = useLanguage()
  const turn = (times: number, label: string, sign: string, allowed: boolean) => (
    <button
      type="button"
      class="turn"
      aria-label={label}
      aria-disabled={!allowed}
      onClick={() => allowed && onTurn(turned(from, times))}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <div class="month">
      <h3 id="weeks">{formats.months(later(from, bounds.firstDate), lastShown(from))}</h3>
      {turn(-1, words.earlierDays, "‹", from > bounds.firstDate)}
      {turn(1, words.laterDays, "›", lastShown(from) < bounds.lastDate)}
    </div>
  )
}

function Weekdays({ from }: Pick<CalendarGridProps, "from">) {
  const { formats } = useLanguage()
  return (
    <thead>
      <tr>
        {weeksFrom(from)[0]!.map((date) => {
          const { short, long } = formats.weekday(date)
          return (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const noTimes: Opening[] = []

type DayState = "free" | "past" | "full" | "closed" | "unknown"

interface DayCellProps {
  date: string
  state: DayState
  openings: Opening[]
  isToday: boolean
  /** The month has begun: the day says so. */
  namesMonth: boolean
  selected: boolean
  tabStop: boolean
  onPick(): void
}

function DayCell({ date, state, openings, isToday, namesMonth, selected, tabStop, onPick }: DayCellProps) {
  const { words, formats } = useLanguage()
  const cell = { role: cellRole, "aria-selected": selected } as const
  const what = state === "past" || state === "full" ? words[state] : countText(words, openings)
  return (
    <td {...cell}>
      <button
        type="button"
        class={`day ${state}${isToday ? " today" : ""}`}
        data-date={date}
        tabIndex={tabStop ? 0 : -1}
        aria-label={`${isToday ? `${words.today}, ` : ""}${formats.day(date)}, ${what}`}
        aria-disabled={openings.length === 0}
        onClick={() => openings.length > 0 && onPick()}
      >
        <span data-month={namesMonth ? formats.shortMonth(date) : undefined}>{Number(date.slice(8))}</span>
      </button>
    </td>
  )
}

/** The meaning of the days' looks. The days themselves say it to screen readers. */
function Key() {
  const { words } = useLanguage()
  return (
    <ul class="key" aria-hidden="true">
      <li>
        <i /> <span>{words.timesFree}</span>
      </li>
      <li>
        <i class="today" /> <span>{words.today}</span>
      </li>
      <li>
        <s>12</s>&nbsp; <span>{words.full}</span>
      </li>
    </ul>
  )
}

/** The day that Tab reaches: where the arrow keys went, else the selected day, else the first with times. */
function tabStop(
  from: string,
  wanted: string | null,
  selected: string | null,
  days: Map<string, Opening[]>,
): string {
  const shown = (date: string | null) => date !== null && isShown(date, from)
  if (shown(wanted)) return wanted!
  if (shown(selected)) return selected!
  return [...days.keys()].filter(shown).sort()[0] ?? from
}
