/** A form out of a tool's JSON Schema: one field for each input but the session, which is supplied. */
import { useId } from "preact/hooks"
import { Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import type { InputSchema, Tool } from "./agent-data.ts"
import type { Inputs, Turn } from "./played.ts"
import { suggestionsFor } from "./suggestions.ts"

export type Typed = Record<string, string>

interface ToolFormProps {
  tool: Tool
  typed: Typed
  turns: readonly Turn[]
  isRunning: boolean
  onType(typed: Typed): void
  onSend(inputs: Inputs): void
}

export function ToolForm({ tool, typed, turns, isRunning, onType, onSend }: ToolFormProps) {
  const words = useWords().agents
  const { properties, required } = tool.input_schema
  const names = Object.keys(properties).filter((name) => name !== "session_id")
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(inputsOf(tool, typed))
      }}
    >
      <p class="hint">
        {tool.description} {words.bySession}
      </p>
      {names.map((name) => (
        <Input
          key={name}
          name={name}
          schema={properties[name]!}
          isRequired={required.includes(name)}
          value={typed[name] ?? ""}
          turns={turns}
          onInput={(value) => onType({ ...typed, [name]: value })}
        />
      ))}
      <button type="submit" class="button primary" disabled={isRunning}>
        {words.send}
      </button>
    </form>
  )
}

interface InputProps {
  name: string
  schema: InputSchema
  isRequired: boolean
  value: string
  turns: readonly Turn[]
  onInput(value: string): void
}

function Input({ name, schema, isRequired, value, turns, onInput }: InputProps) {
  const words = useWords().agents
  const listId = useId()
  const choices = schema.type === "boolean" ? ["true", "false"] : schema.enum
  const suggestions = suggestionsFor(name, turns)
  const choiceNames: Record<string, string> = { true: words.yes, false: words.no }
  return (
    <Field label={isRequired ? `${name} *` : name} hint={schema.description}>
      {(attributes) =>
        choices ? (
          <select
            class="input"
            required={isRequired}
            {...attributes}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          >
            <option value="">{words.unset}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choiceNames[choice] ?? choice}
              </option>
            ))}
          </select>
        ) : (
          <>
            <input
              class="input"
              autocomplete="off"
              // Preact types inputs by their `type`, which is not known here.
              {...({ ...typeOf(schema), ...(suggestions.length > 0 && { list: listId }) } as object)}
              required={isRequired}
              {...attributes}
              value={value}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
            {suggestions.length > 0 && (
              <datalist id={listId}>
                {suggestions.map((suggestion) => (
                  <option key={suggestion.value} value={suggestion.value}>
                    {suggestion.label}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  )
}

/** The form checks nothing: integrators try invalid inputs to see what the agent would hear. */
function typeOf({ type, format }: InputSchema) {
  if (format === "date") return { type: "date" }
  return type === "integer" ? { type: "text", inputMode: "numeric" } : { type: "text" }
}

/** Empty inputs are left out. A text that is not a number is sent as typed, so that the service refuses it. */
function inputsOf({ input_schema: { properties } }: Tool, typed: Typed): Inputs {
  const given = Object.entries(typed).filter(([name, value]) => value.trim() !== "" && name in properties)
  return Object.fromEntries(
    given.map(([name, value]) => {
      const { type } = properties[name]!
      if (type === "boolean") return [name, value === "true"]
      return [name, type === "integer" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value.trim()]
    }),
  )
}
