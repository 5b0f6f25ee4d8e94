/** The location, type and provider that the board shows. Native selects: they work by key, finger and screen reader. */
import { Icon, type IconName } from "../parts/icon.tsx"
import { goWithQuery } from "../router.ts"
import { useWords } from "../words/words.ts"
import type { AppointmentType, Board } from "./board-data.ts"
import type { Filters } from "./columns.ts"

interface FilterBarProps {
  board: Board | undefined
  types: readonly AppointmentType[]
  filters: Filters
}

export function FilterBar({ board, types, filters }: FilterBarProps) {
  const words = useWords().board
  const active = types.filter(({ active }) => active)
  return (
    <div class="board-filters">
      <Choice
        icon="map"
        name="location"
        label={words.location}
        all={words.allLocations}
        options={board?.locations.filter(({ active }) => active) ?? []}
        value={filters.locationId}
      />
      <Choice
        icon="filter"
        name="type"
        label={words.type}
        all={words.allTypes}
        options={active}
        value={filters.typeId}
      />
      <Choice
        icon="people"
        name="provider"
        label={words.provider}
        all={words.allProviders}
        options={board?.providers ?? []}
        value={filters.providerId}
      />
    </div>
  )
}

interface ChoiceProps {
  icon: IconName
  name: string
  label: string
  all: string
  options: readonly { id: number; name: string }[]
  value: number | null
}

/** Left out where there is nothing to choose from. */
function Choice({ icon, name, label, all, options, value }: ChoiceProps) {
  if (options.length < 2) return null
  return (
    <span class={value === null ? "choice" : "choice chosen"}>
      <Icon name={icon} />
      <select
        aria-label={label}
        value={value ?? ""}
        onChange={(event) => goWithQuery({ [name]: event.currentTarget.value || null })}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </span>
  )
}
