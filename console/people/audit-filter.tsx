/** The filter by actor, operation, record and time. */
import { Field, TextField } from "../parts/field.tsx"
import { goWithQuery } from "../router.ts"
import { useWords } from "../words/words.ts"
import { useAuditWords } from "./audit-words.ts"

export function AuditFilter({ query }: { query: URLSearchParams }) {
  const words = useWords().people
  const { people, keys, operationOf } = useAuditWords()
  const set = (name: string) => (value: string) =>
    goWithQuery({ [name]: value === "" ? null : value, cursor: null, entry: null }, { replace: true })
  const asked = (name: string) => query.get(name) ?? ""
  const known = Object.keys(words.operations)
  const operation = asked("operation")
  return (
    <search class="pair-fields">
      <Field label={words.who}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={asked("actor")}
            onInput={(event) => set("actor")(event.currentTarget.value)}
          >
            <option value="">{words.anybody}</option>
            <optgroup label={words.title}>
              {people?.map(({ id, name }) => (
                <option key={id} value={`user:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label={words.keys}>
              {keys?.map(({ id, name }) => (
                <option key={id} value={`key:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
        )}
      </Field>
      <Field label={words.what}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={operation}
            onInput={(event) => set("operation")(event.currentTarget.value)}
          >
            <option value="">{words.anything}</option>
            {[...known, ...(operation === "" || known.includes(operation) ? [] : [operation])].map((name) => (
              <option key={name} value={name}>
                {operationOf(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={words.record}
        inputMode="numeric"
        placeholder={words.recordId}
        value={asked("target")}
        onInput={set("target")}
      />
      <TextField label={words.from} type="date" value={asked("from")} onInput={set("from")} />
      <TextField label={words.to} type="date" value={asked("to")} onInput={set("to")} />
    </search>
  )
}
