/** The meaning of each column, and of the names in it. Open where the header does not say enough. */

import { useMemo } from "preact/hooks"
import { cellsOfKind } from "../../domain/csv/cells.ts"
import { sourceNames } from "../../domain/csv/known-exports.ts"
import { columnsNotTaken, isEnough } from "../../domain/csv/known-files.ts"
import { CheckField, TextField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import { Choice } from "./choice.tsx"
import { ColumnChoice } from "./column-choice.tsx"
import type { Cell, ColumnsProps, How, ImportKind } from "./import-data.ts"
import { Meanings } from "./meanings.tsx"

/** Shown without being asked for; the others stand behind "more". */
const usualCells: Record<ImportKind, number> = { customers: 11, providers: 11, appointments: 17 }

export function ColumnsCard(props: ColumnsProps) {
  const { kind, mapping, how, onChange, isLocked } = props
  const words = useWords().imports
  const isKnown = isEnough(kind, mapping.columns, mapping.fixed)
  // Only another file or kind opens or closes it: it stays as it is while a person says one column after the other.
  const opensItself = useMemo(() => !isKnown, [props.file, kind])
  const cells = cellsOfKind[kind]
  const notTaken = columnsNotTaken(mapping, props.file.header, props.file.filled)
  const isUsual = (cell: Cell, at: number) => at < usualCells[kind] || mapping.columns[cell] !== undefined
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
        <details open={opensItself}>
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
        <Meanings {...props} />
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
