/** A month beside the board: how full its days are, which can take what is moved, and any of them by mouse or keyboard. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { addDays, addMonths, dateMs, daysIn, later, monthOf, weekdayOf } from "../../ui/dates.ts"
import { formatter } from "../../ui/formatter.ts"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { longDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { spokenTag, useWords } from "../words/words.ts"
import type { Filters } from "./columns.ts"
import type { Moving } from "./moving.ts"
import { countText, startsOf } from "./starts.ts"

interface MonthCalendarProps {
  /** The date that the board shows. */
  date: string
  today: string
  filters: Filters
  moving: Moving | null
  onShow(date: string): void
}

/** Figures that the service counts a little later are read again by themselves. */
const readAgainMs = 30_000

export function MonthCalendar({ date, today, filters, moving, onShow }: MonthCalendarProps) {
  const words = useWords().board
  const [focused, setFocused] = useState(date)
  useEffect(() => setFocused(date), [date])
  const month = monthOf(focused)
  const fullness = useFullness(month, filters)
  const taking = useTakingDates(month, today, moving)
  const grid = useRef<HTMLDivElement>(null)
  const isWalking = useRef(false)
  useLayoutEffect(() => {
    if (isWalking.current) grid.current!.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
    isWalking.current = false
  }, [focused])
  const turn = (months: number) => {
    const wanted = addMonths(month, months)
    setFocused(`${wanted}-${String(Math.min(Number(focused.slice(8)), daysIn(wanted))).padStart(2, "0")}`)
  }
  const walk = (event: KeyboardEvent) => {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const to = walked(event.key, focused)
    if (to === null && event.key !== "PageUp" && event.key !== "PageDown") return
    event.preventDefault()
    event.stopPropagation()
    isWalking.current = true
    if (to === null) turn(event.key === "PageUp" ? -1 : 1)
    else setFocused(to)
  }
  const name = formatter(spokenTag(), "UTC", { month: "long", year: "numeric" }).format(dateMs(`${month}-01`))
  return (
    <section class="month" aria-label={words.calendar}>
      <header>
        <h2 aria-live="polite">{name}</h2>
        <button
          type="button"
          class="button plain icon-only"
          aria-label={words.monthBefore}
          data-turn={`${addMonths(month, -1)}-01`}
          onClick={() => turn(-1)}
        >
          <Icon name="left" small />
        </button>
        <button
          type="button"
          class="button plain icon-only"
          aria-label={words.monthAfter}
          data-turn={`${addMonths(month, 1)}-01`}
          onClick={() => turn(1)}
        >
          <Icon name="right" small />
        </button>
      </header>
      <div ref={grid} class="month-grid" role="grid" aria-label={name} onKeyDown={walk}>
        <div role="row">
          {weekOf("2024-01-01").map((each) => (
            <span key={each} role="columnheader" aria-label={weekdayName(each, "long")}>
              {weekdayName(each, "narrow")}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row">
            {week.map((each) => (
              <span key={each} role="gridcell" aria-selected={each === date}>
                <Day
                  date={each}
                  isOutside={monthOf(each) !== month}
                  isToday={each === today}
                  isPast={each < today}
                  isReached={each === focused}
                  percent={fullness.get(each)}
                  takes={taking?.get(each) ?? null}
                  isMoving={taking !== null}
                  onShow={onShow}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
      <p class="month-key" aria-hidden="true">
        <span>
          <i style={{ "--load": "60%" }} /> {words.howFull}
        </span>
        {moving && (
          <span>
            <i class="takes" /> {words.takesMove}
          </span>
        )}
      </p>
    </section>
  )
}

interface DayProps {
  date: string
  isOutside: boolean
  isToday: boolean
  isPast: boolean
  /** The tab key reaches it. */
  isReached: boolean
  /** Null where no one works; undefined while it is not known. */
  percent: number | null | undefined
  /** How many starts or windows it has for what is moved, in words; null where it has none. */
  takes: string | null
  isMoving: boolean
  onShow(date: string): void
}

function Day({ date, isOutside, isToday, isPast, isReached, percent, takes, isMoving, onShow }: DayProps) {
  const words = useWords().board
  const said = [
    longDay(date),
    percent === undefined ? "" : percent === null ? words.closed : words.percentFull({ percent }),
    isMoving && takes !== null ? words.takes({ starts: takes }) : "",
  ]
  const state = `${isOutside || isPast || percent === null ? " quiet" : ""}${isToday ? " today" : ""}`
  return (
    <button
      type="button"
      class={`month-day${state}${takes !== null ? " takes" : ""}`}
      tabIndex={isReached ? 0 : -1}
      aria-label={said.filter(Boolean).join(", ")}
      data-day={isOutside ? undefined : date}
      onClick={() => onShow(date)}
    >
      {Number(date.slice(8))}
      <i class={percent === null || isOutside ? "none" : ""} style={{ "--load": `${percent ?? 0}%` }} />
    </button>
  )
}

/** How full each date of the month is, in percent of the hours; null where no one works. */
function useFullness(month: string, { locationId, providerId }: Filters): ReadonlyMap<string, number | null> {
  const { data } = useQuery({
    queryKey: ["fullness", month, locationId, providerId] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.readUtilisationReport(
        {
          from: `${month}-01`,
          to: `${month}-${daysIn(month)}`,
          group_by: "day",
          ...(locationId === null ? {} : { location_id: locationId }),
          ...(providerId === null ? {} : { provider_id: providerId }),
        },
        { signal },
      ),
    staleTime: readAgainMs,
    refetchInterval: readAgainMs,
  })
  const rows = data?.rows ?? []
  return new Map(
    rows.map(({ date, booked_minutes, offered_minutes }) => [
      date!,
      offered_minutes === 0 ? null : Math.min(100, Math.round((booked_minutes / offered_minutes) * 100)),
    ]),
  )
}

/** The month's dates with starts for what is moved, and how many in words; null while nothing is. */
function useTakingDates(
  month: string,
  today: string,
  moving: Moving | null,
): ReadonlyMap<string, string> | null {
  const words = useWords().board
  const first = later(`${month}-01`, today)
  const end = `${addMonths(month, 1)}-01`
  const { data } = useQuery({
    ...startsOf({
      ...(moving ? { appointment_id: moving.card.appointment.id } : {}),
      start_date: first,
      end_date: end,
      with_starts: false,
    }),
    enabled: moving !== null && first < end,
  })
  if (!moving) return null
  const { dates = [], isOfWindows = false } = data ?? {}
  const taking = dates.filter(({ offered }) => offered > 0)
  return new Map(taking.map(({ date, offered }) => [date, countText(words, offered, isOfWindows)]))
}

const weekOf = (monday: string) => Array.from({ length: 7 }, (_, at) => addDays(monday, at))
const weekdayName = (date: string, weekday: "long" | "narrow") =>
  formatter(spokenTag(), "UTC", { weekday }).format(dateMs(date))

function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  for (
    let monday = addDays(first, 1 - weekdayOf(first));
    monday.slice(0, 7) <= month;
    monday = addDays(monday, 7)
  )
    weeks.push(weekOf(monday))
  return weeks
}

/** The date to which a key leads; null for keys that do not walk. */
function walked(key: string, date: string): string | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  if (key in steps) return addDays(date, steps[key]!)
  if (key === "Home") return addDays(date, 1 - weekdayOf(date))
  return key === "End" ? addDays(date, 7 - weekdayOf(date)) : null
}
