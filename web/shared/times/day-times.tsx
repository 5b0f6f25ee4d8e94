import { useLanguage } from "../language.ts"
import { Failure } from "../notice.tsx"
import { NoTimes } from "./no-times.tsx"
import type { Opening, TimeLabels } from "./openings.ts"
import { TimesList } from "./times-list.tsx"
import type { TimesAction, TimesState } from "./times-state.ts"

interface DayTimesProps {
  times: TimesState
  day: string | null
  openings: Opening[]
  labels: TimeLabels
  loading: boolean
  phone: string | null
  dispatch(action: TimesAction): void
  onTime(choice: Opening): void
  onRetry(): void
}

/** The shown day's times; without any: why, and the way on. */
export function DayTimes(props: DayTimesProps) {
  const { times, day, openings, labels, loading, phone, dispatch, onTime, onRetry } = props
  const { words, formats } = useLanguage()
  if (day) {
    return (
      <section class="day-times with-times" aria-busy={loading} aria-labelledby="day">
        <button type="button" class="back another-day" onClick={() => dispatch({ type: "closeDay" })}>
          {words.anotherDay}
        </button>
        <h3 id="day" tabIndex={-1}>
          {formats.day(day)}
        </h3>
        <TimesList openings={openings} labels={labels} zone={times.zone} onPick={onTime} />
      </section>
    )
  }
  return (
    <section class="day-times" aria-busy={loading}>
      {loading ? (
        <div class="skeleton" aria-hidden="true" />
      ) : times.slotsFailure ? (
        <Failure code={times.slotsFailure} phone={phone}>
          <button type="button" class="button" onClick={onRetry}>
            {words.retry}
          </button>
        </Failure>
      ) : (
        <NoTimes times={times} phone={phone} onNext={(date) => dispatch({ type: "pickDay", day: date })} />
      )}
    </section>
  )
}
