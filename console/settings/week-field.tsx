/** A provider's week, location by location. */
import { useState } from "preact/hooks"
import { allLocations } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { Field } from "../parts/field.tsx"
import { WeekHours } from "../parts/week-hours.tsx"
import { useWords } from "../words/words.ts"
import type { Hours } from "./edit-values.ts"
import { sortedByName } from "./inputs.tsx"

interface WeekFieldProps {
  label: string
  edit: readonly Hours[]
  onEdit(edit: readonly Hours[]): void
}

export function WeekField({ label, edit, onEdit }: WeekFieldProps) {
  const words = useWords().settings
  const { data } = useQuery(allLocations)
  const [chosen, setChosen] = useState<number | null>(null)
  if (!data) return <p class="hint">{words.loading}</p>
  if (data.length === 0) return <p class="hint">{words.noneOf.locations}</p>
  const locations = sortedByName(data)
  const used = locations.find(({ id }) => edit.some((hours) => hours.location_id === id))
  const shown = locations.find(({ id }) => id === chosen) ?? used ?? locations[0]!
  const nameOf = (id: number) => locations.find((each) => each.id === id)?.name ?? `#${id}`
  const isHere = ({ location_id }: Hours) => location_id === shown.id
  return (
    <div class="stack wide-stack">
      {locations.length > 1 && (
        <Field label={words.location}>
          {(attributes) => (
            <select
              class="input narrow"
              {...attributes}
              value={shown.id}
              onInput={(event) => setChosen(Number(event.currentTarget.value))}
            >
              {locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <WeekHours
        key={shown.id}
        label={`${label}, ${shown.name}`}
        hours={edit.filter(isHere).map(({ weekday, start, end }) => ({ weekday, start, end }))}
        elsewhere={edit
          .filter((hours) => !isHere(hours))
          .map(({ location_id, weekday, start, end }) => ({
            weekday,
            start,
            end,
            where: nameOf(location_id),
          }))}
        onChange={(hours) =>
          onEdit([
            ...edit.filter((each) => !isHere(each)),
            ...hours.map((each) => ({ location_id: shown.id, ...each })),
          ])
        }
      />
    </div>
  )
}
