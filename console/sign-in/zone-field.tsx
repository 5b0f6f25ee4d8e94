/** A new company's time zone. */
import { Field } from "../parts/field.tsx"
import { ZoneOptions } from "../parts/zone-options.tsx"
import { useWords } from "../words/words.ts"

interface ZoneFieldProps {
  value: string
  onChange(zone: string): void
  error: string | null
}

export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  return (
    <Field label={useWords().signIn.zone} error={error}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <ZoneOptions chosen={value} />
        </select>
      )}
    </Field>
  )
}
