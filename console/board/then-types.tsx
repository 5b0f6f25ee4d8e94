/** The services that follow in the same visit: further types behind the chosen one, in their order. */
import { useRef } from "preact/hooks"
import { CheckField, OneMoreField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import type { AppointmentType } from "./board-data.ts"

/** The service takes no more behind the first. */
const mostBehind = 4

/** It can be one of several: the service says so in whole, and refuses the others. */
const isLinkable = ({ active, blocks, promise, seats, confirmation }: AppointmentType) =>
  active && blocks.length === 1 && promise?.kind !== "window" && seats == null && confirmation !== "staff"

interface ThenTypesProps {
  typeId: number | null
  thenTypeIds: readonly number[]
  sameProvider: boolean
  /** The types that may follow one another. */
  types: readonly AppointmentType[]
  onChange(changed: { thenTypeIds?: readonly number[]; sameProvider?: boolean }): void
}

export function ThenTypes({ typeId, thenTypeIds, sameProvider, types, onChange }: ThenTypesProps) {
  const words = useWords().board
  const select = useRef<HTMLSelectElement>(null)
  const first = types.find(({ id }) => id === typeId)
  const linkable = types.filter(isLinkable)
  if (!first || !isLinkable(first) || linkable.length < 2) return null
  const change = (ids: readonly number[]) => onChange({ thenTypeIds: ids })
  const nameOf = (typeIdOf: number) => types.find(({ id }) => id === typeIdOf)?.name ?? ""
  return (
    <div class="stack then-types">
      {thenTypeIds.length > 0 && (
        <ol>
          {thenTypeIds.map((id, at) => (
            // The same type may follow itself, so its place is its name.
            <li key={`${at} ${id}`} class="row spread">
              <span>{words.andThen({ type: nameOf(id) })}</span>
              <button
                type="button"
                class="button"
                onClick={() => {
                  change(thenTypeIds.filter((_, other) => other !== at))
                  select.current?.focus()
                }}
              >
                {words.leaveOut({ type: nameOf(id) })}
              </button>
            </li>
          ))}
        </ol>
      )}
      {thenTypeIds.length < mostBehind && (
        <OneMoreField
          label={words.addService}
          empty={words.choose}
          of={linkable}
          onChoose={(id) => change([...thenTypeIds, id])}
          select={select}
        />
      )}
      {thenTypeIds.length > 0 && (
        <CheckField
          label={words.onePerson}
          checked={sameProvider}
          onChange={(isChecked) => onChange({ sameProvider: isChecked })}
        />
      )}
    </div>
  )
}
