/** A form of the settings: its sections as cards, and a bar that says whether something is not saved yet. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { useWrite } from "../api/queries.ts"
import { Refused } from "../parts/states.tsx"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Fields, Form } from "./controls.ts"
import { changesOf, type Draft, type Row, rowOf, toEdit, wholeOf } from "./edit-values.ts"
import { FieldView } from "./field-view.tsx"
import { problemOf } from "./problem.ts"
import { UnsavedGuard } from "./unsaved.tsx"

interface FormViewProps<Saved> {
  form: Form
  /** Which of its sections; all when left out. */
  sections?: readonly string[]
  /** As the API answers it; what a new one begins with. */
  record: object
  /** A new record is sent with all its fields, an old one with those that were changed. */
  isNew?: boolean
  save(input: Record<string, unknown>): Promise<Saved>
  onSaved?(saved: Saved): void
  /** The button's text; "Save" when left out. */
  action?: string
  /** The field of the address, which gets the focus. */
  field?: string | null
  /** Below the section of this name, by what is edited there. */
  below?: Readonly<Record<string, (edits: Row) => ComponentChildren>>
}

export function FormView<Saved>(props: FormViewProps<Saved>) {
  const { form, isNew = false, save, onSaved, action, field, below = {} } = props
  const record = props.record as Row
  const words = useWords().settings
  const { company } = useSession()
  const [draft, setDraft] = useState<Draft>({})
  const [saved, setSaved] = useState<{ answer: Saved } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const sections = Object.entries(form.sections).filter(([name]) => props.sections?.includes(name) ?? true)
  const fields: Fields = Object.assign({}, ...sections.map(([, each]) => each))
  const changes = changesOf(fields, record, draft, company.timezone)
  const isDirty = Object.keys(changes).length > 0

  const write = useWrite({
    mutationFn: () => save(isNew ? wholeOf(fields, record, draft, company.timezone) : changes),
    onSuccess: async (answer) => {
      await readAllAgain()
      setDraft({})
      setSaved({ answer })
      notify({ text: words.saved })
    },
  })
  // After the draft is gone, and with it what asks before the address is left.
  useLayoutEffect(() => {
    if (saved) onSaved?.(saved.answer)
  }, [saved])
  const problem = problemOf(write.failure)
  const isAtField = problem !== null && problem.path.split(".")[0]! in fields
  useFocusOn(element, write.failure)
  useShownField(element, field)

  return (
    <form
      ref={element}
      class="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!write.isRunning && (isDirty || isNew)) write.run(undefined)
      }}
    >
      {sections.map(([name, each]) => (
        <section key={name} class="card" aria-labelledby={`section-${name}`}>
          <header>
            <h2 id={`section-${name}`}>{titleOf(words.sections, form.name, name)}</h2>
          </header>
          <div class="content settings-fields">
            {Object.entries(each).map(([fieldName, control]) => (
              <FieldView
                key={fieldName}
                section={form.name}
                name={fieldName}
                control={control}
                path={fieldName}
                edit={fieldName in draft ? draft[fieldName] : toEdit(control, record[fieldName])}
                onEdit={(edit) => setDraft((before) => ({ ...before, [fieldName]: edit }))}
                problem={problem}
              />
            ))}
            {below[name]?.({ ...rowOf(each, record), ...draft })}
          </div>
        </section>
      ))}
      <div class="save-bar">
        <div class="row">
          <button type="submit" class="button primary" disabled={write.isRunning || (!isDirty && !isNew)}>
            {action ?? words.save}
          </button>
          {isDirty && !isNew && (
            <button
              type="button"
              class="button"
              onClick={() => {
                setDraft({})
                write.reset()
              }}
            >
              {words.discard}
            </button>
          )}
        </div>
        {isDirty && !write.failure && <p class="hint">{words.unsaved}</p>}
        <Refused error={write.failure} text={isAtField && words.refusedField} />
      </div>
      {isDirty && <UnsavedGuard />}
    </form>
  )
}

const titleOf = (titles: object, form: string, section: string): string =>
  (titles as Record<string, Record<string, string>>)[form]?.[section] ?? section

type FormElement = { current: HTMLFormElement | null }

/** The field that was refused has the focus. */
function useFocusOn(element: FormElement, failure: Error | null): void {
  useLayoutEffect(() => {
    if (failure) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [element, failure])
}

/** A link to a field shows it; where it is inside of what is switched off, that is shown. */
function useShownField(element: FormElement, field: string | null | undefined): void {
  useLayoutEffect(() => {
    if (!field) return
    const names = field.split(".")
    const paths = names.map((_, at) => names.slice(0, names.length - at).join("."))
    const shown = paths
      .map((each) => element.current?.querySelector(`[data-field="${CSS.escape(each)}"]`))
      .find((found) => found)
    shown?.scrollIntoView({ block: "center" })
    shown?.querySelector<HTMLElement>("input, select, textarea, button")?.focus()
  }, [element, field])
}
