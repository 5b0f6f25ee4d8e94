/** The control of one field, with its label, its hint, and what the API said of it. */
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import type { Control, Fields, GroupControl, LabelSection, RowsControl, VariantControl } from "./controls.ts"
import type { Amount, Choice, Group, Hours, Row, Variant } from "./edit-values.ts"
import { rowOf } from "./edit-values.ts"
import {
  ColorInput,
  type InputAttributes,
  MinutesInput,
  NativeInput,
  NumberInput,
  TextInput,
  ZoneInput,
} from "./inputs.tsx"
import { GroupInput, PickInput, PicksInput } from "./picks.tsx"
import { isWithin, type Problem, textAt, textBeside } from "./problem.ts"
import type { QuestionEdit } from "./questions-edit.ts"
import { QuestionsField } from "./questions-field.tsx"
import { type SettingWords, useSettingWords } from "./settings-words.ts"
import { WeekField } from "./week-field.tsx"

interface FieldViewProps {
  section: LabelSection
  name: string
  control: Control
  /** From the form's top: `quiet_hours.start`. */
  path: string
  edit: unknown
  onEdit(edit: unknown): void
  problem: Problem | null
}

export function FieldView(props: FieldViewProps) {
  const words = useSettingWords(props.section, props.name)
  if (props.control.control === "kept") return null
  return (
    <div class="setting" data-field={props.path}>
      <ControlOfField {...props} words={words} />
    </div>
  )
}

interface ControlOfFieldProps extends FieldViewProps {
  words: SettingWords
}

function ControlOfField(props: ControlOfFieldProps) {
  const { control, path, edit, onEdit, problem, words } = props
  const error = textAt(problem, path)
  switch (control.control) {
    case "switch":
      return <SwitchField words={words} error={error} isOn={edit as boolean} onEdit={onEdit} />
    case "picks":
      return (
        <FieldSet words={words} error={error}>
          <PicksInput
            of={control.of}
            nullIsAll={control.nullIsAll ?? false}
            edit={edit as Choice}
            onEdit={onEdit}
          />
        </FieldSet>
      )
    case "week":
      return (
        <>
          <WeekField label={words.label} edit={edit as Hours[]} onEdit={onEdit} />
          <ErrorText text={error} />
        </>
      )
    case "questions":
      return (
        <QuestionsField
          words={words}
          path={path}
          edit={edit as readonly QuestionEdit[]}
          onEdit={onEdit}
          problem={problem}
        />
      )
    case "rows":
      return <RowsField {...props} control={control} edit={edit as readonly Row[]} />
    case "group":
      return <GroupField {...props} control={control} edit={edit as Group} />
    case "variant":
      return <VariantField {...props} control={control} edit={edit as Variant} />
    default:
      return (
        <Field label={words.label} hint={words.hint} error={error}>
          {(attributes) => (
            <Input control={control} words={words} attributes={attributes} edit={edit} onEdit={onEdit} />
          )}
        </Field>
      )
  }
}

interface InputProps {
  control: Control
  words: SettingWords
  attributes: InputAttributes
  edit: unknown
  onEdit(edit: unknown): void
}

const nativeTypes = { phone: "tel", clock: "time", date: "date", moment: "datetime-local" } as const

/** The input of a field that has one. */
function Input({ control, words, ...rest }: InputProps) {
  const text = { ...rest, edit: rest.edit as string }
  switch (control.control) {
    case "text":
      return control.suggests ? (
        <GroupInput {...text} control={control} />
      ) : (
        <TextInput {...text} control={control} />
      )
    case "lines":
      return (
        <TextInput
          {...text}
          control={{ control: "text", max: 100_000, lines: 4, example: control.example }}
        />
      )
    case "json":
      return (
        <TextInput
          {...text}
          control={{ control: "text", max: 1_000_000, lines: 6, example: control.example }}
        />
      )
    case "phone":
    case "clock":
    case "date":
    case "moment":
      return <NativeInput {...text} type={nativeTypes[control.control]} />
    case "color":
      return <ColorInput {...text} />
    case "number":
      return <NumberInput {...text} unit={control.unit} />
    case "minutes":
      return <MinutesInput {...rest} edit={rest.edit as Amount} />
    case "zone":
      return <ZoneInput {...text} isOptional={control.whenEmpty === "omit"} />
    case "pick":
      return <PickInput {...text} of={control.of} />
    case "choice":
      return (
        <select
          class="input"
          {...text.attributes}
          value={text.edit}
          onInput={(event) => text.onEdit(event.currentTarget.value)}
        >
          {control.values.map((value) => (
            <option key={value} value={value}>
              {words.values[value] ?? value}
            </option>
          ))}
        </select>
      )
    default:
      throw new Error(`${control.control} has no single input`)
  }
}

interface SwitchFieldProps {
  words: Pick<SettingWords, "label" | "hint">
  error: string | null
  isOn: boolean
  onEdit(isOn: boolean): void
}

function SwitchField({ words, error, isOn, onEdit }: SwitchFieldProps) {
  const id = useId()
  return (
    <div class="switch-field">
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          aria-describedby={words.hint || error ? `${id}-about` : undefined}
          aria-invalid={error ? "true" : undefined}
          onInput={(event) => onEdit(event.currentTarget.checked)}
        />
        {words.label}
      </label>
      <div id={`${id}-about`}>
        {words.hint && <p class="hint">{words.hint}</p>}
        <ErrorText text={error} />
      </div>
    </div>
  )
}

interface FieldSetProps {
  isQuiet?: boolean | undefined
  words: Pick<SettingWords, "label" | "hint">
  error: string | null
  children: ComponentChildren
}

/** Several inputs under one label. */
function FieldSet({ words, error, isQuiet = false, children }: FieldSetProps) {
  const id = useId()
  return (
    <fieldset class="set" aria-describedby={words.hint || error ? `${id}-about` : undefined}>
      <legend class={isQuiet ? "said" : undefined}>{words.label}</legend>
      {children}
      <div id={`${id}-about`}>
        {words.hint && <p class="hint">{words.hint}</p>}
        <ErrorText text={error} />
      </div>
    </fieldset>
  )
}

const ErrorText = ({ text }: { text: string | null }) => (text ? <p class="error">{text}</p> : null)

interface FieldsViewProps {
  section: LabelSection
  fields: Fields
  path: string
  row: Row
  onEdit(row: Row): void
  problem: Problem | null
}

function FieldsView({ section, fields, path, row, onEdit, problem }: FieldsViewProps) {
  return (
    <>
      {Object.entries(fields).map(([name, control]) => (
        <FieldView
          key={name}
          section={section}
          name={name}
          control={control}
          path={`${path}.${name}`}
          edit={row[name]}
          onEdit={(edit) => onEdit({ ...row, [name]: edit })}
          problem={problem}
        />
      ))}
    </>
  )
}

type Composite<One extends Control, Edit> = Omit<ControlOfFieldProps, "control" | "edit"> & {
  control: One
  edit: Edit
}

function GroupField({ control, path, edit, onEdit, problem, words }: Composite<GroupControl, Group>) {
  const { fields, nullable } = control
  const error = textBeside(problem, path, edit.isOn ? fields : {})
  const inside = edit.isOn && (
    <div class={control.isQuiet ? "settings-fields" : "pair-fields"}>
      <FieldsView
        section={control.words}
        fields={fields}
        path={path}
        row={edit.values}
        onEdit={(values) => onEdit({ ...edit, values })}
        problem={problem}
      />
    </div>
  )
  if (!nullable)
    return (
      <FieldSet words={words} error={error} isQuiet={control.isQuiet}>
        {inside}
      </FieldSet>
    )
  return (
    <div class="stack">
      <SwitchField
        words={words}
        error={error}
        isOn={edit.isOn}
        onEdit={(isOn) => onEdit({ ...edit, isOn })}
      />
      {inside}
    </div>
  )
}

function VariantField({ control, path, edit, onEdit, problem, words }: Composite<VariantControl, Variant>) {
  const id = useId()
  const { kind, values } = edit
  const fields = control.cases[kind]!
  return (
    <FieldSet words={words} error={textBeside(problem, path, fields)}>
      <div class="kinds">
        {Object.keys(control.cases).map((each) => (
          <label key={each} class="check">
            <input
              type="radio"
              name={id}
              checked={each === kind}
              onInput={() => onEdit({ ...edit, kind: each })}
            />
            {words.values[each] ?? each}
          </label>
        ))}
      </div>
      <FieldsView
        section={control.words}
        fields={fields}
        path={path}
        row={values[kind]!}
        onEdit={(row) => onEdit({ ...edit, values: { ...values, [kind]: row } })}
        problem={problem}
      />
    </FieldSet>
  )
}

function RowsField({
  section,
  name,
  control,
  path,
  edit,
  onEdit,
  problem,
  words,
}: Composite<RowsControl, readonly Row[]>) {
  const general = useWords().settings
  const { row: fields, fewest, most, isPlain } = control
  const set = (index: number, row: Row) => onEdit(edit.map((each, at) => (at === index ? row : each)))
  const isInRow = problem !== null && edit.some((_, index) => isWithin(problem, `${path}.${index}`))
  return (
    <FieldSet words={words} error={isInRow ? null : textAt(problem, path)}>
      {edit.length > 0 && (
        <ol class="setting-rows">
          {edit.map((row, index) => {
            const here = `${path}.${index}`
            return (
              <li key={index}>
                {isPlain ? (
                  <PlainRow
                    control={fields.value!}
                    words={words}
                    label={`${words.label} ${index + 1}`}
                    error={textAt(problem, here)}
                    edit={row.value}
                    onEdit={(value) => set(index, { value })}
                  />
                ) : (
                  <div class="pair-fields">
                    <FieldsView
                      section={control.words ?? section}
                      fields={fields}
                      path={here}
                      row={row}
                      onEdit={(next) => set(index, next)}
                      problem={problem}
                    />
                    <ErrorText text={textBeside(problem, here, fields)} />
                  </div>
                )}
                {edit.length > fewest && (
                  <button
                    type="button"
                    class="button icon-only plain"
                    aria-label={general.removeRow({ list: words.label, position: index + 1 })}
                    onClick={() => onEdit(edit.filter((_, at) => at !== index))}
                  >
                    <Icon name="x" />
                  </button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {edit.length < most && (
        <button type="button" class="button" onClick={() => onEdit([...edit, rowOf(fields, undefined)])}>
          <Icon name="plus" small /> {general.addRow[name as keyof typeof general.addRow]}
        </button>
      )}
    </FieldSet>
  )
}

interface PlainRowProps {
  control: Control
  words: SettingWords
  label: string
  error: string | null
  edit: unknown
  onEdit(edit: unknown): void
}

function PlainRow({ label, error, ...input }: PlainRowProps) {
  const id = useId()
  const attributes = {
    "aria-label": label,
    ...(error ? { "aria-invalid": "true" as const, "aria-describedby": id } : {}),
  }
  return (
    <div class="field">
      <Input {...input} attributes={attributes} />
      {error && (
        <p class="error" id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
