import { useLanguage } from "../../shared/language.ts"
import { TimePicker } from "../../shared/times/time-picker.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { isLoading } from "../search.ts"
import { boundsOf } from "../state.ts"
import type { StepProps } from "../use-public-page.ts"

/** Chooses a time for the wish. */
export function Choose({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { dispatch } = commands
  return (
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
  )
}
