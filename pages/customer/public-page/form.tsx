import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { StepProps } from "./commands.ts"
import type { Draft, Field, Invalid } from "./draft.ts"
import { invalidFields } from "./draft-fields.ts"
import { useOwnWords } from "./words.ts"

/** True where the fields can be sent; marks those that cannot. */
export function canSend({ state, commands }: StepProps, fields: readonly Field[]): boolean {
  const invalid = invalidFields(state.draft, fields)
  commands.dispatch({ type: "foundInvalid", invalid })
  return Object.keys(invalid).length === 0
}

interface FormProps {
  invalid: Invalid
  onSend(): void
  children: ComponentChildren
}

/** Fields that are sent together. The first invalid field gets the focus. */
export function Form({ invalid, onSend, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [invalid])
  const onSubmit = (event: Event) => {
    event.preventDefault()
    onSend()
  }
  return (
    <form class="form" noValidate ref={form} onSubmit={onSubmit}>
      {children}
    </form>
  )
}

type TypedField = Exclude<Field, "country">

interface TextFieldProps extends StepProps {
  field: TypedField
  /** The WHATWG autofill token. */
  autoComplete: string
  isPhone?: boolean
  inputMode?: "numeric" | "email"
  hint?: string
  readOnly?: boolean
  /** The step begins in it. */
  isFirst?: boolean
  /** Rewrites the typed text, while the cursor is at its end. */
  format?(text: string): string
  onTyped?(text: string): void
}

/** A one-line field with its label above, and a hint or an error below. */
export function TextField(props: TextFieldProps) {
  const {
    state,
    commands,
    field,
    autoComplete,
    isPhone,
    inputMode,
    hint,
    readOnly,
    isFirst,
    format,
    onTyped,
  } = props
  const own = useOwnWords()
  const isWrong = !!state.invalid[field]
  const message = isWrong && field !== "line2" ? own.wrong[field] : hint
  const onInput = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const isAtEnd = input.selectionEnd === null || input.selectionEnd === input.value.length
    if (format && isAtEnd) input.value = format(input.value)
    commands.dispatch({ type: "typed", values: { [field]: input.value } as Partial<Draft> })
    onTyped?.(input.value)
  }
  return (
    <div class="typed">
      <label for={field}>{field === "code" ? own.codeLabel : own.fields[field]}</label>
      <input
        class="input"
        id={field}
        name={field}
        data-step-field={isFirst}
        {...(isPhone ? { type: "tel" } : { type: "text" })}
        inputMode={inputMode}
        autoComplete={autoComplete}
        readOnly={readOnly}
        value={state.draft[field]}
        aria-invalid={isWrong}
        aria-describedby={message ? `${field}-message` : undefined}
        onInput={onInput}
      />
      {message && (
        <p id={`${field}-message`} class={isWrong ? "wrong" : "note"}>
          {message}
        </p>
      )}
    </div>
  )
}
