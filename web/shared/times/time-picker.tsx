import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useMemo, useRef } from "preact/hooks"
import { monthOf } from "../dates.ts"
import { useLanguage } from "../language.ts"
import { SelectField } from "../select-field.tsx"
import { Announcement } from "../step.tsx"
import { CalendarGrid } from "./calendar-grid.tsx"
import { DayTimes } from "./day-times.tsx"
import { labelsNeeded, type Opening, openingsByDay, providersOf, type TimeLabels } from "./openings.ts"
import { TimeShortcuts } from "./times-list.tsx"
import { type Bounds, shownDay, suggested, type TimesAction, type TimesState } from "./times-state.ts"

interface TimePickerProps {
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
  /** Stands between the heading and the recommended times. */
  children?: ComponentChildren
}

/** A month, a day's times, and the recommended times. */
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
    // The button disappears with its message, so the focus moves to the heading.
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

interface SuggestedProps {
  times: TimesState
  labels: TimeLabels
  onPick(opening: Opening): void
}

/** The recommended times, one tap away. */
function Suggested({ times, labels, onPick }: SuggestedProps) {
  const { words } = useLanguage()
  const openings = suggested(times)
  if (openings.length === 0) return null
  return (
    <fieldset class="part suggested">
      <legend>{words.suggested}</legend>
      <TimeShortcuts openings={openings} labels={labels} zone={times.zone} onPick={onPick} />
    </fieldset>
  )
}

interface ProviderFilterProps {
  times: TimesState
  onPick(providerId: number | null): void
}

/** Narrows the times to one provider, when there are several. */
function ProviderFilter({ times, onPick }: ProviderFilterProps) {
  const { words } = useLanguage()
  const providers = providersOf(times.answers)
  if (providers.length < 2) return null
  return (
    <SelectField
      label={words.provider}
      options={providers}
      value={times.providerId}
      any={words.anyProvider}
      onPick={onPick}
    />
  )
}

/**
 * On a phone a day's times replace the calendar: the focus moves to their heading, and back to the day. On a wide
 * screen both are shown and the focus stays.
 */
function useDayFocus(root: RefObject<HTMLElement | null>, dayOpen: boolean): void {
  const wasOpen = useRef(dayOpen)
  useLayoutEffect(() => {
    if (wasOpen.current === dayOpen) return
    wasOpen.current = dayOpen
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    if (dayOpen && !isShown(find(".calendar"))) find("#day")?.focus()
    if (!dayOpen && root.current?.contains(document.activeElement)) {
      if (!isShown(find(".day-times"))) find(".day[tabindex='0']")?.focus()
    }
  }, [dayOpen, root])
}

function isShown(element: HTMLElement | null | undefined): boolean {
  return !!element?.getClientRects().length
}

/** Whether a day's times have replaced the calendar, as they do on a phone. */
export function isDayAlone({ dayOpen }: TimesState): boolean {
  return dayOpen && !matchMedia("(min-width:48rem)").matches
}
