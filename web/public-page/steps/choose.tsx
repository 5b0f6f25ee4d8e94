import { useLanguage } from "../../shared/language.ts"
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
      choosesProvider={state.wish?.choosesProvider ?? false}
      dispatch={dispatch}
      onTime={(choice) => dispatch({ type: "pickTime", choice })}
    >
      <NoticeBox state={state} commands={commands} />
      <Narrowing state={state} commands={commands} />
    </TimePicker>
  )
}

/** Chooses the duration and the location, where the type offers several. */
function Narrowing({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { wish, locationId, durationOptionId } = state
  const { durationOptions = [], locations = [] } = wish ?? {}
  const showsLocations = wish?.place === "at_location" && locations.length > 1
  return (
    <>
      {durationOptions.length > 1 && (
        <label class="field">
          <span>{own.length}</span>
          <select
            value={durationOptionId ?? ""}
            onChange={({ currentTarget }) =>
              commands.dispatch({ type: "pickDuration", durationOptionId: Number(currentTarget.value) })
            }
          >
            {durationOptions.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {showsLocations && (
        <label class="field">
          <span>{own.location}</span>
          <select
            value={locationId ?? ""}
            onChange={({ currentTarget }) =>
              commands.dispatch({ type: "pickLocation", locationId: Number(currentTarget.value) || null })
            }
          >
            <option value="">{own.anyLocation}</option>
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
