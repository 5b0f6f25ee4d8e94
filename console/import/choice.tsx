/** A labelled choice of one of several. */
import type { ComponentChildren } from "preact"
import { Field } from "../parts/field.tsx"

export function Choice(props: {
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
