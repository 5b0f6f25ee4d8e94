/** A form of the settings: its sections as cards, and a bar that says whether something is not saved yet. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { ConflictNote } from "../parts/conflict-note.tsx"
import { Refused } from "../parts/states.tsx"
import { type Conflict, useSaving, type Versioned } from "../saving.ts"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Fields, Form } from "./controls.ts"
import { changesOf, type Draft, type Row, rowOf, toEdit, toInput, wholeOf } from "./edit-values.ts"
import { FieldView } from "./field-view.tsx"
import { problemOf } from "./problem.ts"
import { UnsavedGuard } from "./unsaved.tsx"

interface FormViewProps<Saved> {
  form: Form
  /** The shown sections; all when left out. */
  sections?: readonly string[]
  /** As the API answers it; what a new one begins with. */
  record: object
  /** A new record is sent with all its fields, an old one with those that were changed. */
  isNew?: boolean
  save(input: Record<string, unknown>): Promise<Saved>
  /** Reads the record as it stands, for when somebody else has changed it meanwhile; left out for a new one. */
  read?(): Promise<object & Versioned>
  onSaved?(saved: Saved): void
  /** The button's text; "Save" when left out. */
  action?: string
  /** The field of the address, which gets the focus. */
  field?: string | null
  /** Below the section of this name, by what is edited there. */
  below?: Readonly<Record<string, (edits: Row) => ComponentChildren>>
}

export function FormView<Saved>(props: FormViewProps<Saved>) {
  const { form, isNew = false, save, read, onSaved, action, field, below = {} } = props
  const record = props.record as Row & Versioned
  const words = useWords().settings
  const { company } = useSession()
  const [draft, setDraft] = useState<Draft>({})
  const [saved, setSaved] = useState<{ answer: Saved } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const sent = useRef<Draft>({})
  const sections = Object.entries(form.sections).filter(([name]) => props.sections?.includes(name) ?? true)
  const fields: Fields = Object.assign({}, ...sections.map(([, each]) => each))
  const changes = changesOf(fields, record, draft, company.timezone)
  const isDirty = Object.keys(changes).length > 0

  const asSent = (name: string, value: unknown) => {
    const control = fields[name]!
    return toInput(control, toEdit(control, value), company.timezone)
  }
  const write = useSaving({
    record,
    isEdited: isDirty,
    read: async () => (await read!()) as Row & Versioned,
    // A new record has no version yet.
    send: ({ if_version, ...input }) => save(read ? { ...input, if_version } : input),
    asSent,
    onSuccess: async (answer) => {
      await readAllAgain()
      // Text that was typed while it was being saved stays, to be saved next.
      setDraft((mine) =>
        Object.fromEntries(Object.entries(mine).filter(([name, edit]) => edit !== sent.current[name])),
      )
      setSaved({ answer })
      notify({ text: words.saved })
    },
  })
  const run = () => {
    sent.current = draft
    write.run(isNew ? wholeOf(fields, record, draft, company.timezone) : changes)
  }
  const takeTheirs = async ({ fields: theirs }: Conflict) => {
    setDraft((mine) => Object.fromEntries(Object.entries(mine).filter(([name]) => !theirs.includes(name))))
    write.reset()
    await readAllAgain()
  }
  // After the draft and its guard are gone, so that leaving the page asks nothing.
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
        if (!write.isRunning && (isDirty || isNew)) run()
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
        {write.conflict ? (
          <ConflictNote
            conflict={write.conflict}
            isRunning={write.isRunning}
            onKeepMine={run}
            onTakeTheirs={() => takeTheirs(write.conflict!)}
          >
            <Theirs form={form.name} fields={fields} conflict={write.conflict} />
          </ConflictNote>
        ) : (
          <Refused error={write.failure} text={isAtField && words.refusedField} />
        )}
      </div>
      {isDirty && <UnsavedGuard />}
    </form>
  )
}

/** The fields that somebody else has changed, as they stand now, to be read only. */
function Theirs({ form, fields, conflict: { now, fields: names } }: TheirsProps) {
  return (
    <fieldset class="settings-fields theirs" disabled>
      {names.map((name) => (
        <FieldView
          key={name}
          section={form}
          name={name}
          control={fields[name]!}
          path={`theirs.${name}`}
          edit={toEdit(fields[name]!, now[name])}
          onEdit={() => {}}
          problem={null}
        />
      ))}
    </fieldset>
  )
}

interface TheirsProps {
  form: Form["name"]
  fields: Fields
  conflict: Conflict
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

/** Scrolls to the field that the address names, or to the nearest enclosing field when it is switched off. */
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
