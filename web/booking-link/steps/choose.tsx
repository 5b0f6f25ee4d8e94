import { useLanguage } from "../../shared/language.ts"
import { TimePicker } from "../../shared/times/time-picker.tsx"
import { isLoading } from "../month-times.ts"
import { NoticeBox } from "../notice-box.tsx"
import { PresentTime } from "../present-time.tsx"
import type { StepProps } from "./step-props.ts"

/** A time for the link's job, or another one for its appointment. */
export function Choose({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { month, moving, view } = state
  const { dispatch } = commands
  return (
    <TimePicker
      heading={moving ? words.chooseNewTime : words.chooseTime}
      times={state}
      bounds={view.bookable ?? { firstDate: `${month}-01`, lastDate: `${month}-01` }}
      loading={isLoading(state)}
      phone={view.company.phone}
      choosesProvider
      dispatch={dispatch}
      onTime={(choice) => dispatch({ type: "pickTime", choice })}
    >
      <NoticeBox state={state} commands={commands} />
      {moving && <PresentTime state={state} onKeep={() => dispatch({ type: "keepAppointment" })} />}
    </TimePicker>
  )
}
