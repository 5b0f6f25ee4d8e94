import { useLanguage } from "../../shared/language.ts"
import { SelectField } from "../../shared/select-field.tsx"
import { TimePicker } from "../../shared/times/time-picker.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { isLoading } from "../search.ts"
import { boundsOf } from "../state.ts"
import type { StepProps } from "../use-public-page.ts"
import { useOwnWords } from "../words.ts"

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
      choosesProvider={(state.wish?.providers.length ?? 0) > 1}
      dispatch={dispatch}
      onTime={(choice) => dispatch({ type: "pickTime", choice })}
    >
      <NoticeBox state={state} commands={commands} />
      <Narrowing state={state} commands={commands} />
    </TimePicker>
  )
}

/** Chooses the duration and the location, where the type offers several. */
function Narrowing({ state, commands: { dispatch } }: StepProps) {
  const own = useOwnWords()
  const { wish, locationId, durationOptionId } = state
  const { durationOptions = [], locations = [] } = wish ?? {}
  return (
    <>
      {durationOptions.length > 1 && (
        <SelectField
          label={own.length}
          options={durationOptions.map(({ id, label }) => ({ id, name: label }))}
          value={durationOptionId}
          onPick={(id) => id && dispatch({ type: "pickDuration", durationOptionId: id })}
        />
      )}
      {wish?.place === "at_location" && locations.length > 1 && (
        <SelectField
          label={own.location}
          options={locations}
          value={locationId}
          any={own.anyLocation}
          onPick={(id) => dispatch({ type: "pickLocation", locationId: id })}
        />
      )}
    </>
  )
}
