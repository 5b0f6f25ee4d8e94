import { useLanguage } from "../language.ts"
import { Failure } from "../notice.tsx"
import { PhoneLink } from "../phone-link.tsx"
import { wallClock } from "../zones.ts"
import type { Opening, TimeLabels } from "./openings.ts"
import { TimesList } from "./times-list.tsx"
import { nextAvailable, type TimesAction, type TimesState } from "./times-state.ts"

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

/** The shown day's times. Without any it says why, and offers a next step. */
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

interface NoTimesProps {
  times: TimesState
  phone: string | null
  onNext(date: string): void
}

/** Says that the month has no times, and leads to the next one that has. */
function NoTimes({ times, phone, onNext }: NoTimesProps) {
  const { words, formats } = useLanguage()
  const next = nextAvailable(times)
  if (next) {
    const { date } = wallClock(next.startTime, times.zone ?? next.timezone)
    return (
      <div class="no-times">
        <p>{words.noTimesInMonth(formats.month(times.month))}</p>
        <button type="button" class="button primary" onClick={() => onNext(date)}>
          {words.nextAvailable(formats.day(date))}
        </button>
      </div>
    )
  }
  const anywhere = times.answers.some((answer) => answer.providers.some(({ slots }) => slots.length > 0))
  return (
    <div class="no-times">
      <p>{anywhere ? words.noTimesInMonth(formats.month(times.month)) : words.noTimesAtAll}</p>
      {!anywhere && phone && <PhoneLink phone={phone} asButton />}
    </div>
  )
}
