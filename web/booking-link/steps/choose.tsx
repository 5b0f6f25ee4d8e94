import { Blocks } from "../../shared/appointment.tsx"
import { useLanguage } from "../../shared/language.ts"
import { TimePicker } from "../../shared/times/time-picker.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { isLoading } from "../search.ts"
import type { StepProps } from "../use-booking-link.ts"

/** Chooses a time, or another time for the appointment. */
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
      {moving && <PresentTime state={state} commands={commands} />}
    </TimePicker>
  )
}

/** The appointment's present time, shown while another is chosen. */
function PresentTime({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { appointment } = state.view
  if (!appointment) return null
  return (
    <div class="present">
      <p class="note">{words.presentTime}</p>
      <Blocks blocks={appointment.blocks} zone={state.zone ?? appointment.timezone} />
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "keepAppointment" })}>
        {words.keepPresent}
      </button>
    </div>
  )
}
