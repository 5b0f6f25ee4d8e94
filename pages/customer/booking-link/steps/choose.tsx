import { useLanguage } from "../../../shared/language.ts"
import { TimePicker } from "../../../shared/times/time-picker.tsx"
import type { StepProps } from "../commands.ts"
import { EndedBefore, NoticeBox } from "../later.ts"
import { isLoading } from "../search.ts"
import { boundsOf } from "../state.ts"
import { useOwnWords } from "../words.ts"

/** Chooses a time, or another time for the appointment. */
export function Choose({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { moving, view } = state
  const { dispatch } = commands
  return (
    <>
      <TimePicker
        heading={moving ? own.chooseNewTime : words.chooseTime}
        times={state}
        bounds={boundsOf(view)}
        loading={isLoading(state)}
        phone={view.company.phone}
        locations={moving ? [] : view.choices.locations}
        present={moving ? (view.appointment?.startTime ?? null) : null}
        dispatch={dispatch}
        onTime={(choice) => dispatch({ type: "pickTime", choice })}
      >
        {state.notice && <NoticeBox state={state} commands={commands} />}
        {!moving && !state.notice && (view.declinedWish || view.cancelledTime) && (
          <EndedBefore state={state} commands={commands} />
        )}
      </TimePicker>
      <button type="button" class="quiet" onClick={() => dispatch({ type: "askToWait" })}>
        {moving ? own.waitForEarlier : words.waitForOther}
      </button>
    </>
  )
}
