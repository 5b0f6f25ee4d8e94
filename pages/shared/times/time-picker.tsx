import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import type { LocationView } from "../../../domain/contracts/customer-pages.ts"
import { useAfterRender } from "../../../ui/after-render.ts"
import { later } from "../../../ui/dates.ts"
import { useLanguage } from "../language.ts"
import { Announcement } from "../step.tsx"
import { CalendarGrid } from "./calendar-grid.tsx"
import { DayTimes } from "./day-times.tsx"
import { countText, labelsNeeded, type Opening } from "./openings.ts"
import { TimeShortcuts } from "./times-list.tsx"
import {
  type Bounds,
  fullDays,
  missingTimes,
  nextAvailable,
  openDays,
  shownDay,
  suggested,
  type TimesAction,
  type TimesState,
  waitsForLocation,
} from "./times-state.ts"
import { isShown, lastShown } from "./weeks.ts"

interface TimePickerProps {
  heading: string
  times: TimesState
  bounds: Bounds
  loading: boolean
  /** The number to call when there are no times. */
  phone: string | null
  /** The locations that the visitor may come to. */
  locations: LocationView[]
  dispatch(action: TimesAction): void
  onTime(choice: Opening): void
  /** When the appointment that is moved begins now. */
  present?: string | null
  /** Stands between the heading and the recommended times. */
  children?: ComponentChildren
}

/** Recommended times, five weeks of days, and a day's times. */
export function TimePicker(props: TimePickerProps) {
  const { heading, times, bounds, loading, phone, locations, dispatch, onTime } = props
  const { words, formats } = useLanguage()
  const { answers, locationId, providerId, zone, from } = times
  const narrowed = [answers, locationId, providerId, zone]
  const present = props.present ?? null
  const days = useMemo(() => openDays(times, present), [...narrowed, present])
  const full = useMemo(() => fullDays(times), narrowed)
  const day = shownDay(times, days, present)
  const daysWithTimes = [...days.keys()].filter((date) => isShown(date, from)).length
  const root = useRef<HTMLDivElement>(null)
  const afterRender = useAfterRender()
  const pickDay = (date: string) => {
    dispatch({ type: "pickDay", day: date })
    afterRender(() => showTimes(root.current))
  }
  const retry = () => {
    // The button disappears with its message, so the focus moves to the heading.
    root.current?.querySelector<HTMLElement>("[data-step-heading]")?.focus()
    dispatch({ type: "retrySlots" })
  }

  return (
    <div class="form" ref={root}>
      <Announcement>
        {loading
          ? words.loadingTimes
          : times.day && times.day === day
            ? `${formats.day(day)}, ${countText(words, days.get(day)!)}`
            : words.weeksSummary({
                weeks: formats.months(later(from, bounds.firstDate), lastShown(from)),
                days: daysWithTimes,
              })}
      </Announcement>
      <h2 class="said" data-step-heading tabIndex={-1}>
        {heading}
      </h2>
      {props.children}
      <Suggested
        times={times}
        days={days}
        present={present}
        loading={loading}
        onPick={onTime}
        onNext={pickDay}
      />
      <div class="when">
        <CalendarGrid
          from={from}
          firstWeekday={times.firstWeekday}
          today={times.today}
          bounds={bounds}
          days={days}
          full={full}
          selected={day}
          missing={missingTimes(times, bounds)}
          loading={loading}
          onTurn={(next) => dispatch({ type: "showWeeks", from: next })}
          onDay={pickDay}
        />
        <DayTimes
          times={times}
          day={day}
          openings={(day && days.get(day)) || []}
          locations={locations}
          loading={loading}
          phone={phone}
          dispatch={dispatch}
          onTime={onTime}
          onRetry={retry}
        />
      </div>
    </div>
  )
}

interface SuggestedProps {
  times: TimesState
  days: Map<string, Opening[]>
  present: string | null
  loading: boolean
  onPick(opening: Opening): void
  onNext(date: string): void
}

/** Times that are one tap away; in weeks without any, the next day that has some. Its room is kept while they load. */
function Suggested({ times, days, present, loading, onPick, onNext }: SuggestedProps) {
  const { words, formats } = useLanguage()
  const openings = suggested(times, days, present)
  const next = openings.length === 0 && !loading ? nextAvailable(times) : null
  if (openings.length === 0 && !next && !loading) {
    return <p class="suggested">{waitsForLocation(times) && words.chooseWhere}</p>
  }
  return (
    <fieldset class="part suggested">
      <legend>{present === null ? words.suggested : words.nearPresent}</legend>
      {openings.length > 0 ? (
        <TimeShortcuts
          openings={openings}
          labels={labelsNeeded(openings)}
          zone={times.zone}
          onPick={onPick}
        />
      ) : next ? (
        <button type="button" class="button primary" onClick={() => onNext(next.date)}>
          {words.nextAvailable({ day: formats.day(next.date) })}
        </button>
      ) : (
        <div class="skeleton" aria-hidden="true" />
      )}
    </fieldset>
  )
}

/** Times below the calendar, as on a phone, come into sight and get the focus. */
function showTimes(root: HTMLElement | null): void {
  const calendar = root?.querySelector(".calendar")
  const heading = root?.querySelector<HTMLElement>("#day")
  if (!calendar || !heading || heading.getBoundingClientRect().top < calendar.getBoundingClientRect().bottom)
    return
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}
