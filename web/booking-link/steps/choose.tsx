import { useLanguage } from "../../shared/language.ts"
import { TimePicker } from "../../shared/times/time-picker.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { isLoading } from "../search.ts"
import { boundsOf } from "../state.ts"
import type { StepProps } from "../use-booking-link.ts"

/** Chooses a time, or another time for the appointment. */
export function Choose({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { moving, view } = state
  const { dispatch } = commands
  return (
    <TimePicker
      heading={moving ? words.chooseNewTime : words.chooseTime}
      times={state}
      bounds={boundsOf(view)}
      loading={isLoading(state)}
      phone={view.company.phone}
      locations={moving ? [] : view.choices.locations}
      dispatch={dispatch}
      onTime={(choice) => dispatch({ type: "pickTime", choice })}
    >
      <NoticeBox state={state} commands={commands} />
    </TimePicker>
  )
}
