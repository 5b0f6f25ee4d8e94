/** A person's role, with the meaning of each. */
import { Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import type { Person } from "./people-data.ts"

export type Role = Person["role"]

export function RoleField({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  const { people: words, you } = useWords()
  return (
    <Field label={words.role} hint={words.roleMeanings[value]}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value as Role)}
        >
          <option value="provider">{you.role.provider}</option>
          <option value="member">{you.role.member}</option>
          <option value="admin">{you.role.admin}</option>
        </select>
      )}
    </Field>
  )
}
