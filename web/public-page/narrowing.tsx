import type { StepProps } from "./steps/step-props.ts"
import { useOwnWords } from "./words.ts"

/** The length and the place, where there is a choice. */
export function Narrowing({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { wish, locationId, durationOptionId } = state
  const { durationOptions = [], locations = [] } = wish ?? {}
  const showsPlaces = wish?.place === "at_location" && locations.length > 1
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
      {showsPlaces && (
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
