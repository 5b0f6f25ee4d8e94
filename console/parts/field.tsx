/** A labelled field. The hint and the error are read with it. */
import type { ComponentChildren, Ref } from "preact"
import { useId } from "preact/hooks"

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | null | undefined
  children: (attributes: {
    id: string
    "aria-describedby"?: string
    "aria-invalid"?: "true"
  }) => ComponentChildren
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const about = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(" ")
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(about === "" ? {} : { "aria-describedby": about }),
        ...(error ? { "aria-invalid": "true" as const } : {}),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface CheckFieldProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  required?: boolean
}

export function CheckField({ label, checked, onChange, required = false }: CheckFieldProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        required={required}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface TextFieldProps {
  label: string
  hint?: string
  error?: string | null
  value: string
  onInput(value: string): void
  type?: "text" | "email" | "password" | "tel" | "search" | "date" | "time" | "number"
  inputMode?: "text" | "numeric" | "tel"
  autocomplete?: string
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  placeholder?: string
}

export function TextField({ label, hint, error, value, onInput, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          class="input"
          // Preact types inputs by their `type`, which is not known here.
          {...(rest as object)}
          {...attributes}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A password that is chosen, as long as the service takes one. */
export function NewPasswordField(
  props: Pick<TextFieldProps, "label" | "hint" | "error" | "value" | "onInput">,
) {
  return (
    <TextField
      {...props}
      type="password"
      autocomplete="new-password"
      minLength={10}
      maxLength={200}
      required
    />
  )
}

interface ChoiceFieldProps<Id extends number | string> {
  label: string
  value: Id
  of: readonly { id: Id; name: string }[]
  onChoose(id: Id): void
}

export function ChoiceField<Id extends number | string>({
  label,
  value,
  of,
  onChoose,
}: ChoiceFieldProps<Id>) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={value}
          onChange={(event) => onChoose(of[event.currentTarget.selectedIndex]!.id)}
        >
          {of.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface OneMoreFieldProps {
  label: string
  /** The text of the empty field. */
  empty: string
  /** The records that can be chosen. */
  of: readonly { id: number; name: string }[]
  onChoose(id: number): void
  /** Takes the focus back when one of the chosen is left out. */
  select: Ref<HTMLSelectElement>
}

/** A select that adds to a list of what was chosen, and stands empty again for one more. */
export function OneMoreField({ label, empty, of, onChoose, select }: OneMoreFieldProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select
          ref={select}
          class="input"
          {...attributes}
          value=""
          onChange={(event) => {
            const id = Number(event.currentTarget.value)
            event.currentTarget.value = ""
            if (id) onChoose(id)
          }}
        >
          <option value="">{empty}</option>
          {of.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
