/** Staff say here what a file's names and words stand for, where the service does not know it. */
import { isSameName } from "../../domain/csv/plain-name.ts"
import { isStrangeWord, wordCells } from "../../domain/csv/strange-words.ts"
import { allLocations, allProviders, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { Choice } from "./choice.tsx"
import {
  type Cell,
  type ColumnsProps,
  hasOneForAll,
  namingCells,
  recordsOf,
  textsOf,
  withText,
} from "./import-data.ts"

type Option = readonly [value: string, name: string]

export function Meanings(props: ColumnsProps) {
  const { kind, mapping } = props
  const { imports: words } = useWords()
  const records = {
    types: useQuery(allTypes).data,
    providers: useQuery(allProviders).data,
    locations: useQuery(allLocations).data,
  }
  const named = namingCells(kind).flatMap((cell) => {
    const known = records[recordsOf(cell)]
    if (!known) return []
    return [{ cell, known, options: known.map(({ id, name }): Option => [String(id), name]) }]
  })
  const read = (cell: Cell) => mapping.columns[cell] !== undefined
  return (
    <>
      <div class="import-columns">
        {named
          .filter(({ cell }) => !read(cell))
          .map((each) => (
            <EveryRow key={each.cell} {...props} {...each} />
          ))}
      </div>
      {named.map(({ cell, known, options }) => {
        if (!read(cell)) return null
        const legend = words.match({ cell: words.cells[cell] })
        const isKnown = (text: string) =>
          known.some(({ id, name }) => isSameName(name, text) || String(id) === text)
        return <Strangers key={cell} {...props} {...{ cell, options, legend, isKnown }} />
      })}
      {wordCells.filter(read).map((cell) => {
        const meanings = cell === "cancelled" ? words.states : words.answers
        const options: Option[] = [
          ["no", meanings.no],
          ["yes", meanings.yes],
        ]
        const legend = words.meaning({ cell: words.cells[cell] })
        const isKnown = (text: string) => !isStrangeWord(cell, text)
        return <Strangers key={cell} {...props} {...{ cell, options, legend, isKnown }} />
      })}
    </>
  )
}

interface MeaningProps extends ColumnsProps {
  cell: Cell
  options: readonly Option[]
}

/** The record that every row shares, for a cell that the file has no column of. A single location is nothing to choose. */
function EveryRow({ kind, cell, options, mapping, onChange }: MeaningProps) {
  const words = useWords().imports
  if (!hasOneForAll(kind, cell) || (cell === "location" && options.length < 2)) return null
  return (
    <Choice
      label={words.everyRow({ cell: words.cells[cell] })}
      value={mapping.fixed[cell] ?? ""}
      onInput={(text) => onChange({ mapping: { ...mapping, fixed: withText(mapping.fixed, cell, text) } })}
    >
      <option value="">–</option>
      <Options of={options} />
    </Choice>
  )
}

const Options = ({ of }: { of: readonly Option[] }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

/** The texts of a column that stand for nothing here, each with a choice of what is meant. */
function Strangers(props: MeaningProps & { legend: string; isKnown(text: string): boolean }) {
  const { cell, options, legend, isKnown, file, mapping, onChange } = props
  const words = useWords().imports
  const strangers = textsOf(file, mapping, cell).filter((text) => !isKnown(text))
  if (strangers.length === 0) return null
  const match = (theirs: string, ours: string) => {
    const matched = { ...mapping.matches[cell], [theirs]: ours || theirs }
    onChange({ mapping: { ...mapping, matches: { ...mapping.matches, [cell]: matched } } })
  }
  return (
    <fieldset>
      <legend>{legend}</legend>
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
              <Options of={options} />
            </Choice>
          )
        })}
      </div>
    </fieldset>
  )
}
