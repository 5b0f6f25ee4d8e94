import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import { Announcement } from "../announcement.tsx"
import { monthOf } from "../dates.ts"
import { useLanguage } from "../language.ts"
import { useDayFocus } from "../step-focus.ts"
import { CalendarGrid } from "./calendar-grid.tsx"
import { DayTimes } from "./day-times.tsx"
import { labelsNeeded, type Opening, openingsByDay } from "./openings.ts"
import { ProviderFilter } from "./provider-filter.tsx"
import { Suggested } from "./suggested.tsx"
import { type Bounds, shownDay, type TimesAction, type TimesState } from "./times-state.ts"

export interface TimePickerProps {
  heading: string
  times: TimesState
  bounds: Bounds
  loading: boolean
  /** Whom to call when there are no times. */
  phone: string | null
  /** Whether the visitor chooses among the people who have times. */
  choosesProvider: boolean
  dispatch(action: TimesAction): void
  onTime(choice: Opening): void
  /** What stands between the heading and what is suggested. */
  children?: ComponentChildren
}

/** The month, the day's times, and what is suggested. */
export function TimePicker(props: TimePickerProps) {
  const { heading, times, bounds, loading, phone, choosesProvider, dispatch, onTime } = props
  const { words, formats } = useLanguage()
  const { answers, month, providerId, zone } = times
  const days = useMemo(() => openingsByDay(answers, providerId, zone), [answers, providerId, zone])
  const labels = useMemo(() => labelsNeeded(answers.flatMap((answer) => answer.providers)), [answers])
  const day = shownDay(times, days)
  const daysInMonth = [...days.keys()].filter((date) => monthOf(date) === month).length
  const root = useRef<HTMLDivElement>(null)
  useDayFocus(root, times.dayOpen)
  const retry = () => {
    // The button goes with its message, so the focus needs another place.
    root.current?.querySelector<HTMLElement>("[data-step-heading]")?.focus()
    dispatch({ type: "retrySlots" })
  }

  return (
    <div class={times.dayOpen && day ? "choose day-open" : "choose"} ref={root}>
      <Announcement>
        {loading
          ? words.loadingTimes
          : times.dayOpen && day
            ? `${formats.day(day)}, ${words.timesCount(days.get(day)!.length)}`
            : words.monthSummary(formats.month(month), daysInMonth)}
      </Announcement>
      <header class="step-head">
        <h2 data-step-heading tabIndex={-1}>
          {heading}
        </h2>
        {props.children}
        <Suggested times={times} labels={labels} onPick={onTime} />
        {choosesProvider && (
          <ProviderFilter times={times} onPick={(id) => dispatch({ type: "pickProvider", providerId: id })} />
        )}
      </header>
      <CalendarGrid
        month={month}
        bounds={bounds}
        days={days}
        selected={day}
        loading={loading}
        onMonth={(next) => dispatch({ type: "showMonth", month: next })}
        onDay={(date) => dispatch({ type: "pickDay", day: date })}
      />
      <DayTimes
        times={times}
        day={day}
        openings={(day && days.get(day)) || []}
        labels={labels}
        loading={loading}
        phone={phone}
        dispatch={dispatch}
        onTime={onTime}
        onRetry={retry}
      />
    </div>
  )
}
