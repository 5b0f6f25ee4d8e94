import { useMemo, useRef } from "preact/hooks"
import { CalendarGrid } from "../../shared/calendar-grid.tsx"
import { monthOf } from "../../shared/dates.ts"
import { useLanguage } from "../../shared/language.ts"
import { labelsNeeded, openingsByDay } from "../../shared/openings.ts"
import { useDayFocus } from "../../shared/step-focus.ts"
import { Announcement } from "../announcement.tsx"
import { DayTimes } from "../day-times.tsx"
import { isLoading } from "../month-times.ts"
import { NoticeBox } from "../notice.tsx"
import { PresentTime } from "../present-time.tsx"
import { ProviderFilter } from "../provider-filter.tsx"
import { shownDay } from "../state.ts"
import { Suggested } from "../suggested.tsx"
import type { StepProps } from "./step-props.ts"

/** The month, the day's times, and what is suggested. */
export function Choose({ state, deeds }: StepProps) {
  const { words, formats } = useLanguage()
  const { answers, month, providerId, view, zone } = state
  const { dispatch } = deeds
  const days = useMemo(() => openingsByDay(answers, providerId, zone), [answers, providerId, zone])
  const labels = useMemo(() => labelsNeeded(answers.flatMap((answer) => answer.providers)), [answers])
  const loading = isLoading(state)
  const day = shownDay(state, days)
  const daysInMonth = [...days.keys()].filter((date) => monthOf(date) === month).length
  const root = useRef<HTMLDivElement>(null)
  useDayFocus(root, state.dayOpen)
  const retry = () => {
    // The button goes with its message, so the focus needs another place.
    root.current?.querySelector<HTMLElement>("[data-step-heading]")?.focus()
    dispatch({ type: "retrySlots" })
  }
  const bounds = view.bookable ?? { firstDate: `${month}-01`, lastDate: `${month}-01` }

  return (
    <div class={state.dayOpen && day ? "choose day-open" : "choose"} ref={root}>
      <Announcement>
        {loading
          ? words.loadingTimes
          : state.dayOpen && day
            ? `${formats.day(day)}, ${words.timesCount(days.get(day)!.length)}`
            : words.monthSummary(formats.month(month), daysInMonth)}
      </Announcement>
      <header class="step-head">
        <h2 data-step-heading tabIndex={-1}>
          {state.moving ? words.chooseNewTime : words.chooseTime}
        </h2>
        <NoticeBox state={state} deeds={deeds} />
        {state.moving && <PresentTime state={state} onKeep={() => dispatch({ type: "keepAppointment" })} />}
        <Suggested
          state={state}
          labels={labels}
          onPick={(choice) => dispatch({ type: "pickTime", choice })}
        />
        <ProviderFilter state={state} onPick={(id) => dispatch({ type: "pickProvider", providerId: id })} />
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
        state={state}
        deeds={deeds}
        day={day}
        openings={(day && days.get(day)) || []}
        labels={labels}
        onRetry={retry}
      />
    </div>
  )
}
