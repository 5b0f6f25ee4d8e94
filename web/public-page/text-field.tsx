import type { Draft, Field } from "./draft.ts"
import type { StepProps } from "./steps/step-props.ts"
import { useOwnWords } from "./words.ts"

type TypedField = Exclude<Field, "country">

interface TextFieldProps extends StepProps {
  field: TypedField
  /** The WHATWG token by which browsers fill it in. */
  autoComplete: string
  isPhone?: boolean
  inputMode?: "numeric" | "email"
  hint?: string
  readOnly?: boolean
  /** What the typed text becomes; the end of it is where the visitor types. */
  format?(text: string): string
  onTyped?(text: string): void
}

/** One line to type, with its label above, and below it a hint or what is wrong. */
export function TextField(props: TextFieldProps) {
  const { state, commands, field, autoComplete, isPhone, inputMode, hint, readOnly, format, onTyped } = props
  const own = useOwnWords()
  const isWrong = !!state.invalid[field]
  const told = isWrong && field !== "line2" ? own.wrong[field] : hint
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
        id={field}
        name={field}
        {...(isPhone ? { type: "tel" } : { type: "text" })}
        inputMode={inputMode}
        autoComplete={autoComplete}
        readOnly={readOnly}
        value={state.draft[field]}
        aria-invalid={isWrong}
        aria-describedby={told ? `${field}-message` : undefined}
        onInput={onInput}
      />
      {told && (
        <p id={`${field}-message`} class={isWrong ? "wrong" : "note"}>
          {told}
        </p>
      )}
    </div>
  )
}
