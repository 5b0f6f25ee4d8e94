import { useLanguage } from "../../../shared/language.ts"
import { TimePicker } from "../../../shared/times/time-picker.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { isLoading } from "../search.ts"
import { boundsOf } from "../state.ts"
import { ExistingOnly } from "./existing-only.tsx"
import { BookedHere, Returning } from "./returning.tsx"

/** Chooses a time for the wish. It is the first step of a page with a single type, so the ways back are here too. */
export function Choose({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { dispatch } = commands
  const isFirst = state.view.types.length === 1 && state.wish?.request === null
  return (
    <>
      {isFirst && <BookedHere state={state} commands={commands} />}
      {isFirst && <ExistingOnly view={state.view} />}
      <TimePicker
        heading={words.chooseTime}
        times={state}
        bounds={boundsOf(state)}
        loading={isLoading(state)}
        phone={state.view.company.phone}
        locations={state.wish?.locations ?? []}
        dispatch={dispatch}
        onTime={(choice) => dispatch({ type: "pickTime", choice })}
      >
        <NoticeBox state={state} commands={commands} />
      </TimePicker>
      {isFirst && <Returning state={state} commands={commands} />}
      {/* Its room is kept while times load, so that nothing moves for it. */}
      <button
        type="button"
        class={isLoading(state) ? "quiet unready" : "quiet"}
        onClick={() => dispatch({ type: "askToWait" })}
      >
        {words.waitForOther}
      </button>
    </>
  )
}
