import type { StepProps } from "./steps/step-props.ts"
import { useOwnWords } from "./words.ts"

/** The only thing on the page that consents to texts. */
export function TextUpdates({ state, commands }: StepProps) {
  const own = useOwnWords()
  return (
    <div class="tickable">
      <label>
        <input
          type="checkbox"
          checked={state.draft.textUpdates}
          aria-describedby="consent"
          onChange={({ currentTarget }) =>
            commands.dispatch({ type: "typed", values: { textUpdates: currentTarget.checked } })
          }
        />
        {own.textUpdates}
      </label>
      <p class="note" id="consent">
        {own.consent(state.view.company.name)}
      </p>
    </div>
  )
}
