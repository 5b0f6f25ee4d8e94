/** On a phone, where one provider fills the screen: the names of all, each one press away. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { useWords } from "../words/words.ts"
import type { Column } from "./columns.ts"

interface NameStripProps {
  columns: readonly Column[]
  /** The index of the column that fills the screen. */
  shown: number
  onChoose(column: Column): void
}

export function NameStrip({ columns, shown, onChoose }: NameStripProps) {
  const words = useWords().board
  const strip = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const current = strip.current!.querySelector<HTMLElement>("[aria-current]")
    if (!current) return
    const { offsetLeft, offsetWidth } = current
    strip.current!.scrollLeft = offsetLeft - (strip.current!.clientWidth - offsetWidth) / 2
  }, [shown])
  const locations = new Set(columns.map(({ location }) => location.id))
  return (
    <fieldset ref={strip} class="name-strip">
      <legend class="said">{words.provider}</legend>
      {columns.map((column, index) => (
        <button
          key={column.key}
          type="button"
          class="button"
          aria-current={index === shown ? "true" : undefined}
          onClick={() => onChoose(column)}
        >
          {column.provider.name}
          {locations.size > 1 && <small>{column.location.name}</small>}
        </button>
      ))}
    </fieldset>
  )
}
