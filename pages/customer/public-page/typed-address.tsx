import { useLanguage } from "../../shared/language.ts"
import type { StepProps } from "./commands.ts"
import { usesTypedAddress } from "./state.ts"

/** The address that the visitor typed. */
export function TypedAddress({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { draft } = state
  if (!usesTypedAddress(state)) return null
  return (
    <>
      <span class="note">
        {draft.line1}, {draft.postalCode}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={`${words.change}: ${draft.line1}`}
        onClick={() => commands.dispatch({ type: "goTo", step: "where" })}
      >
        {words.change}
      </button>
    </>
  )
}
