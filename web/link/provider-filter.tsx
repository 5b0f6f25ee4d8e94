import { useLanguage } from "../shared/language.ts"
import { providersOf } from "../shared/openings.ts"
import type { State } from "./state.ts"

/** Narrows the times to one person, when there are several. */
export function ProviderFilter({ state, onPick }: { state: State; onPick(providerId: number | null): void }) {
  const { words } = useLanguage()
  const providers = providersOf(state.answers)
  if (providers.length < 2) return null
  return (
    <label class="field">
      <span>{words.provider}</span>
      <select
        value={state.providerId ?? ""}
        onChange={(event) => onPick(Number(event.currentTarget.value) || null)}
      >
        <option value="">{words.anyProvider}</option>
        {providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
