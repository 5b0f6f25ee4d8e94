/** The form of a person's name, email, role, seat and language. A refusal that names a field stands beside it. */
import { useState } from "preact/hooks"
import { allProviders } from "../api/lists.ts"
import { useQuery, type Write } from "../api/queries.ts"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { Field, TextField } from "../parts/field.tsx"
import { failureAt, Refused } from "../parts/states.tsx"
import type { Conflict } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { LocaleField, localeText, type MailLocale } from "./locale-field.tsx"
import { type Role, RoleField } from "./role-field.tsx"

export interface PersonInput {
  name: string
  email: string
  role: Role
  /** The provider whose seat it is, of the role `provider`; null of every other role. */
  provider_id: number | null
  /** The language of mails to the person; null: the company's. */
  locale: MailLocale
}

interface PersonFieldsProps {
  begin: PersonInput
  write: Write<PersonInput, unknown>
  /** The label of the button. */
  confirm: string
  /** The changes that another person has made meanwhile; left out for a new person. */
  conflict?: Conflict | null
  onTakeTheirs?(): void
}

export function PersonFields({ begin, write, confirm, conflict, onTakeTheirs }: PersonFieldsProps) {
  const { people: words, you } = useWords()
  const [name, setName] = useState(begin.name)
  const [email, setEmail] = useState(begin.email)
  const [role, setRole] = useState(begin.role)
  const [providerId, setProviderId] = useState(begin.provider_id)
  const people = useQuery(allProviders).data
  const [locale, setLocale] = useState(begin.locale)
  const { failure } = write
  const run = () =>
    write.run({ name, email, role, provider_id: role === "provider" ? providerId : null, locale })
  /** The value that another person has set, in words. */
  const presentOf = (field: keyof PersonInput): string => {
    const now = conflict!.now[field]
    if (field === "provider_id") return people?.find(({ id }) => id === now)?.name ?? ""
    if (field === "role") return you.role[now as Role]
    return field === "locale" ? localeText(words, now as MailLocale) : String(now)
  }
  const [atName, atEmail] = [failureAt(failure, "name"), failureAt(failure, "email")]
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <TextField
        label={words.name}
        required
        maxLength={200}
        autocomplete="off"
        value={name}
        onInput={setName}
        error={atName}
      />
      <TextField
        label={words.email}
        type="email"
        required
        autocomplete="off"
        value={email}
        onInput={setEmail}
        error={atEmail}
      />
      <RoleField value={role} onChange={setRole} />
      {role === "provider" && (
        <Field label={words.provider_id} error={failureAt(failure, "provider_id")}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              required
              value={providerId ?? ""}
              onInput={(event) => setProviderId(Number(event.currentTarget.value) || null)}
            >
              <option value="">{words.chooseProvider}</option>
              {people?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <LocaleField value={locale} onChange={setLocale} />
      {conflict && onTakeTheirs ? (
        <ConflictNote
          conflict={conflict}
          isRunning={write.isRunning}
          onKeepMine={run}
          onTakeTheirs={onTakeTheirs}
        >
          <ConflictFacts
            facts={(conflict.fields as (keyof PersonInput)[]).map((field) => ({
              label: words[field],
              now: presentOf(field),
            }))}
          />
        </ConflictNote>
      ) : (
        atName === null && atEmail === null && <Refused error={failure} />
      )}
      <button type="submit" class="button primary" disabled={write.isRunning}>
        {confirm}
      </button>
    </form>
  )
}
