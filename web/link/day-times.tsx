import { useLanguage } from "../shared/language.ts"
import type { Opening, TimeLabels } from "../shared/openings.ts"
import { TimesList } from "../shared/times-list.tsx"
import { isLoading } from "./month-times.ts"
import { NoTimes } from "./no-times.tsx"
import { Failure } from "./notice.tsx"
import type { StepProps } from "./steps/step-props.ts"

interface DayTimesProps extends StepProps {
  day: string | null
  openings: Opening[]
  labels: TimeLabels
  onRetry(): void
}

/** The shown day's times; without any: why, and the way on. */
export function DayTimes({ state, deeds, day, openings, labels, onRetry }: DayTimesProps) {
  const { words, formats } = useLanguage()
  const { dispatch } = deeds
  const loading = isLoading(state)
  if (day) {
    return (
      <section class="day-times with-times" aria-busy={loading} aria-labelledby="day">
        <button type="button" class="back another-day" onClick={() => dispatch({ type: "closeDay" })}>
          {words.anotherDay}
        </button>
        <h3 id="day" tabIndex={-1}>
          {formats.day(day)}
        </h3>
        <TimesList
          openings={openings}
          labels={labels}
          zone={state.zone}
          onPick={(choice) => dispatch({ type: "pickTime", choice })}
        />
      </section>
    )
  }
  return (
    <section class="day-times" aria-busy={loading}>
      {loading ? (
        <div class="skeleton" aria-hidden="true" />
      ) : state.slotsFailure ? (
        <Failure code={state.slotsFailure} phone={state.view.company.phone}>
          <button type="button" class="button" onClick={onRetry}>
            {words.retry}
          </button>
        </Failure>
      ) : (
        <NoTimes state={state} onNext={(date) => dispatch({ type: "pickDay", day: date })} />
      )}
    </section>
  )
}
