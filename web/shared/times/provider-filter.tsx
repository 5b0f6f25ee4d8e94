import { useLanguage } from "../language.ts"
import { providersOf } from "./openings.ts"
import type { TimesState } from "./times-state.ts"

interface ProviderFilterProps {
  times: TimesState
  onPick(providerId: number | null): void
}

/** Narrows the times to one person, when there are several. */
export function ProviderFilter({ times, onPick }: ProviderFilterProps) {
  const { words } = useLanguage()
  const providers = providersOf(times.answers)
  if (providers.length < 2) return null
  return (
    <label class="field">
      <span>{words.provider}</span>
      <select
        value={times.providerId ?? ""}
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
