/** Records picked by their names, where the API takes their ids. */
import { useId, useState } from "preact/hooks"
import { allLocations, allProviders, allResources, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { CheckField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import type { Picked } from "./controls.ts"
import type { Choice } from "./edit-values.ts"
import { type InputAttributes, sortedByName, TextInput, type TextInputProps } from "./inputs.tsx"

const all = { locations: allLocations, types: allTypes, providers: allProviders }

/** Undefined while they load. */
function usePicked(of: Picked): readonly { id: number; name: string }[] | undefined {
  const { data } = useQuery<readonly { id: number; name: string }[], readonly string[]>(all[of])
  return data && sortedByName(data)
}

interface PickProps {
  of: Picked
  attributes: InputAttributes
  edit: string
  onEdit(edit: string): void
}

export function PickInput({ of, attributes, edit, onEdit }: PickProps) {
  const words = useWords().settings
  const rows = usePicked(of) ?? []
  return (
    <select class="input" {...attributes} value={edit} onInput={(event) => onEdit(event.currentTarget.value)}>
      {!rows.some(({ id }) => String(id) === edit) && (
        <option value={edit}>{edit === "" ? words.choose : `#${edit}`}</option>
      )}
      {rows.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface PicksProps {
  of: Picked
  nullIsAll: boolean
  edit: Choice
  onEdit(edit: Choice): void
}

/** More of them than this are filtered by what is typed. */
const shownWithoutFilter = 12

export function PicksInput({ of, nullIsAll, edit, onEdit }: PicksProps) {
  const words = useWords().settings
  const [typed, setTyped] = useState("")
  const rows = usePicked(of)
  if (!rows) return <p class="hint">{words.loading}</p>
  // Picked records that are archived by now are kept, and can be taken away.
  const gone = edit.ids
    .filter((id) => !rows.some((row) => row.id === id))
    .map((id) => ({ id, name: `#${id}` }))
  const known = [...rows, ...gone]
  const shown = known.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const set = (id: number, isPicked: boolean) =>
    onEdit({ ...edit, ids: isPicked ? [...edit.ids, id] : edit.ids.filter((each) => each !== id) })
  return (
    <>
      {nullIsAll && (
        <CheckField
          label={words.allOf[of]}
          checked={edit.areAll}
          onChange={(isChecked) => onEdit({ ...edit, areAll: isChecked })}
        />
      )}
      {!edit.areAll && (
        <>
          {known.length === 0 && <p class="hint">{words.noneOf[of]}</p>}
          {known.length > shownWithoutFilter && (
            <input
              class="input"
              type="search"
              aria-label={words.filter}
              placeholder={words.filter}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <ul class="picks">
            {shown.map(({ id, name }) => (
              <li key={id}>
                <CheckField
                  label={name}
                  checked={edit.ids.includes(id)}
                  onChange={(isChecked) => set(id, isChecked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A group of rooms or equipment: those that there are are offered, and another may be typed. */
export function GroupInput(props: TextInputProps) {
  const list = useId()
  const { data = [] } = useQuery(allResources)
  const groups = [...new Set(data.map(({ group }) => group))].sort((a, b) => a.localeCompare(b))
  return (
    <>
      <TextInput {...props} list={list} />
      <datalist id={list}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
