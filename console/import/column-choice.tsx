/** The column that holds a cell, or the text that every row shares. */
import { useState } from "preact/hooks"
import { columnName, withColumn } from "../../domain/csv/known-files.ts"
import { TextField } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import { Choice } from "./choice.tsx"
import { type Cell, type ColumnsProps, hasOneForAll, withText } from "./import-data.ts"

/** No column has this index. */
const sameInAll = "same"

export function ColumnChoice({ kind, cell, file, mapping, onChange }: ColumnsProps & { cell: Cell }) {
  const words = useWords().imports
  const [isSame, setSame] = useState(false)
  const column = mapping.columns[cell]
  const others = mapping.others[cell] ?? []
  const isFixed = column === undefined && isSame
  const titleOf = (index: number) => file.header[index]?.trim() || `(${columnName(index)})`
  const choose = (value: string) => {
    setSame(value === sameInAll)
    const changed = withColumn(mapping, cell, /^\d/.test(value) ? Number(value) : null)
    onChange({ mapping: { ...changed, fixed: withText(mapping.fixed, cell, "") } })
  }
  return (
    <>
      <Choice
        label={words.cells[cell]}
        hint={others.length > 0 ? words.alsoFrom({ columns: others.map(titleOf).join(", ") }) : undefined}
        value={isFixed ? sameInAll : String(column ?? "")}
        onInput={choose}
      >
        <option value="">–</option>
        {file.header.map((_, index) => (
          <option key={index} value={index}>
            {titleOf(index)}
          </option>
        ))}
        {!hasOneForAll(kind, cell) && <option value={sameInAll}>{words.sameInAll}</option>}
      </Choice>
      {isFixed && (
        <TextField
          label={words.everyRow({ cell: words.cells[cell] })}
          value={mapping.fixed[cell] ?? ""}
          onInput={(text) =>
            onChange({ mapping: { ...mapping, fixed: withText(mapping.fixed, cell, text) } })
          }
        />
      )}
    </>
  )
}
