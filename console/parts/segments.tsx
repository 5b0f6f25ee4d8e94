/** A choice of one among a few that are all in sight: buttons side by side. */
import type { ComponentChildren } from "preact"

interface SegmentsProps<Value> {
  /** Said, not shown. */
  legend: string
  /** Values and what their buttons show, in order. */
  choices: readonly (readonly [NoInfer<Value>, ComponentChildren])[]
  chosen: Value
  onChoose(value: NoInfer<Value>): void
}

export function Segments<Value extends string | boolean | null>(props: SegmentsProps<Value>) {
  const { legend, choices, chosen, onChoose } = props
  return (
    <fieldset class="segments">
      <legend class="said">{legend}</legend>
      {choices.map(([value, shown]) => (
        <button
          key={String(value)}
          type="button"
          class="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {shown}
        </button>
      ))}
    </fieldset>
  )
}
