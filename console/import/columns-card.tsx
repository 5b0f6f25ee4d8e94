/** Which column holds what, and what the names in it stand for here. Open where the header does not say enough. */
import type { ComponentChildren } from "preact"
import { cellsOfKind } from "../../domain/csv/cells.ts"
import { sourceNames } from "../../domain/csv/known-exports.ts"
import { columnName, columnsNotTaken, isEnough, withColumn } from "../../domain/csv/known-files.ts"
import { isSameName } from "../../domain/csv/plain-name.ts"
import { allLocations, allProviders, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import {
  type Cell,
  type How,
  type ImportKind,
  type Mapping,
  namingCells,
  type ReadFile,
  textsOf,
} from "./import-data.ts"

interface ColumnsCardProps {
  kind: ImportKind
  file: ReadFile
  mapping: Mapping
  how: How
  isLocked: boolean
  onChange(changed: { mapping?: Mapping; how?: How }): void
}

/** Shown without being asked for; the others stand behind "more". */
const usualCells = 11

export function ColumnsCard(props: ColumnsCardProps) {
  const { kind, mapping, how, onChange, isLocked } = props
  const words = useWords().imports
  const isKnown = isEnough(kind, mapping.columns, mapping.fixed)
  const cells = cellsOfKind[kind]
  const notTaken = columnsNotTaken(mapping, props.file.header, props.file.filled)
  const isUsual = (cell: Cell, at: number) => at < usualCells || mapping.columns[cell] !== undefined
  return (
    <section class="card import-card" aria-labelledby="import-columns">
      <header>
        <h2 id="import-columns">{words.columns}</h2>
        <span class={isKnown ? "tag ok" : "tag warn"}>
          {mapping.source !== null && mapping.source !== "own"
            ? words.exportOf({ system: sourceNames[mapping.source] })
            : isKnown
              ? words.known
              : words.unknown}
        </span>
      </header>
      <fieldset class="content" disabled={isLocked}>
        <legend class="said">{words.columns}</legend>
        <details open={!isKnown}>
          <summary>{words.whichColumns}</summary>
          <div class="import-columns">
            {cells.map((cell, at) => isUsual(cell, at) && <ColumnChoice key={cell} {...props} cell={cell} />)}
          </div>
          <details>
            <summary>{words.more}</summary>
            <div class="import-columns">
              {cells.map(
                (cell, at) => !isUsual(cell, at) && <ColumnChoice key={cell} {...props} cell={cell} />,
              )}
            </div>
          </details>
        </details>
        {notTaken.length > 0 && <p class="hint">{words.notTaken({ columns: notTaken.join(", ") })}</p>}
        <Names {...props} />
        {kind === "appointments" && (
          <>
            <div class="import-columns">
              <TextField
                label={words.timezone}
                hint={words.timezoneHint}
                value={how.timezone}
                placeholder="America/Chicago"
                onInput={(timezone) => onChange({ how: { ...how, timezone: timezone.trim() } })}
              />
              <Choice
                label={words.dateOrder}
                value={how.dateOrder}
                onInput={(value) => onChange({ how: { ...how, dateOrder: value as How["dateOrder"] } })}
              >
                {(["ymd", "mdy", "dmy"] as const).map((order) => (
                  <option key={order} value={order}>
                    {words.dateOrders[order]}
                  </option>
                ))}
              </Choice>
            </div>
            <CheckField
              label={words.deliver}
              checked={how.deliversEvents}
              onChange={(isChecked) => onChange({ how: { ...how, deliversEvents: isChecked } })}
            />
          </>
        )}
      </fieldset>
    </section>
  )
}

function Choice(props: {
  label: string
  hint?: string | undefined
  value: string
  onInput(value: string): void
  children: ComponentChildren
}) {
  return (
    <Field label={props.label} hint={props.hint}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        >
          {props.children}
        </select>
      )}
    </Field>
  )
}

function ColumnChoice({ cell, file, mapping, onChange }: ColumnsCardProps & { cell: Cell }) {
  const words = useWords().imports
  const choose = (value: string) =>
    onChange({ mapping: withColumn(mapping, cell, value === "" ? null : Number(value)) })
  const titleOf = (index: number) => file.header[index]?.trim() || `(${columnName(index)})`
  const others = mapping.others[cell] ?? []
  return (
    <Choice
      label={words.cells[cell]}
      hint={others.length > 0 ? words.alsoFrom({ columns: others.map(titleOf).join(", ") }) : undefined}
      value={String(mapping.columns[cell] ?? "")}
      onInput={choose}
    >
      <option value="">–</option>
      {file.header.map((_, index) => (
        <option key={index} value={index}>
          {titleOf(index)}
        </option>
      ))}
    </Choice>
  )
}

/**
 * Lists the names in the file that match no record, each with a choice of the company's records, and the fields that
 * every row shares.
 */
function Names({ kind, file, mapping, onChange }: ColumnsCardProps) {
  const words = useWords().imports
  const { data: types } = useQuery(allTypes)
  const { data: providers } = useQuery(allProviders)
  const { data: locations } = useQuery(allLocations)
  const ours = { appointment_type: types ?? [], provider: providers ?? [], location: locations ?? [] }
  if (!types || !providers || !locations) return null
  return (
    <>
      {namingCells[kind].map((cell) => {
        const known = ours[cell]
        const options = known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))
        if (mapping.columns[cell] === undefined) {
          if (known.length < 2) return null
          const fix = (text: string) => {
            const fixed = { ...mapping.fixed }
            if (text === "") delete fixed[cell]
            else fixed[cell] = text
            onChange({ mapping: { ...mapping, fixed } })
          }
          return (
            <div class="import-columns" key={cell}>
              <Choice
                label={words.everyRow({ cell: words.cells[cell] })}
                value={mapping.fixed[cell] ?? ""}
                onInput={fix}
              >
                <option value="">–</option>
                {options}
              </Choice>
            </div>
          )
        }
        const strangers = textsOf(file, mapping, cell).filter(
          (text) => !known.some(({ id, name }) => isSameName(name, text) || String(id) === text),
        )
        if (strangers.length === 0) return null
        const match = (theirs: string, text: string) =>
          onChange({
            mapping: {
              ...mapping,
              matches: { ...mapping.matches, [cell]: { ...mapping.matches[cell], [theirs]: text || theirs } },
            },
          })
        return (
          <fieldset key={cell}>
            <legend>{words.match({ cell: words.cells[cell] })}</legend>
            <div class="import-columns">
              {strangers.map((text) => {
                const chosen = mapping.matches[cell]?.[text]
                return (
                  <Choice
                    key={text}
                    label={text}
                    value={chosen === undefined || chosen === text ? "" : chosen}
                    onInput={(value) => match(text, value)}
                  >
                    <option value="">{words.notMatched}</option>
                    {options}
                  </Choice>
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}
