/** Headers of the company's own on an endpoint's requests. The values are kept sealed, so the form shows only their names. */
import { CheckField, Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"

interface OwnHeadersProps {
  /** The names of those that are kept. */
  present: readonly string[]
  text: string
  onText(text: string): void
  /** All are to be taken away. */
  isWithout: boolean
  onWithout(isWithout: boolean): void
}

export function OwnHeaders({ present, text, onText, isWithout, onWithout }: OwnHeadersProps) {
  const words = useWords().developers.endpoints
  const names = present.join(", ")
  return (
    <>
      {!isWithout && (
        <Field
          label={words.headers}
          hint={present.length === 0 ? words.headersHint : words.headersKept({ names })}
        >
          {(attributes) => (
            <textarea
              class="input"
              rows={2}
              autocomplete="off"
              spellcheck={false}
              {...attributes}
              value={text}
              onInput={(event) => onText(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {present.length > 0 && (
        <CheckField label={words.headersRemoved({ names })} checked={isWithout} onChange={onWithout} />
      )}
    </>
  )
}

/** One `Name: value` a line; undefined where nothing was written. A line without a colon is a name that the API refuses. */
export function headersIn(text: string): Record<string, string> | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  if (lines.length === 0) return undefined
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":")
      return [name.trim(), value.join(":").trim()]
    }),
  )
}
