/** One question of a type, opened to be changed. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { CheckField, Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import { type Problem, textAt } from "./problem.ts"
import {
  type Condition,
  conditionsFor,
  hasOptions,
  isSameCondition,
  type QuestionEdit,
  type QuestionKind,
  questionKinds,
} from "./questions-edit.ts"

interface QuestionEditorProps {
  edits: readonly QuestionEdit[]
  index: number
  path: string
  problem: Problem | null
  onEdit(edit: QuestionEdit): void
}

const mostLabel = 500

export function QuestionEditor({ edits, index, path, problem, onEdit }: QuestionEditorProps) {
  const own = useWords().settings.questions
  const edit = edits[index]!
  const first = useRef<HTMLTextAreaElement>(null)
  // A new question is there to be worded.
  useLayoutEffect(() => {
    if (edit.label === "") first.current?.focus()
  }, [])
  const errorOf = (name: string) => textAt(problem, `${path}.${name}`)
  return (
    <div class="question-edit">
      <Field
        label={own.label}
        hint={edit.kind === "consent" ? own.consentHint : undefined}
        error={errorOf("label")}
      >
        {(attributes) => (
          <textarea
            class="input"
            rows={edit.kind === "consent" ? 3 : 1}
            maxLength={mostLabel}
            {...attributes}
            ref={first}
            value={edit.label}
            // One line, however it was pasted.
            onInput={({ currentTarget }) =>
              onEdit({ ...edit, label: currentTarget.value.replaceAll("\n", " ") })
            }
          />
        )}
      </Field>
      <Field label={own.kind} error={errorOf("kind")}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={edit.kind}
            onInput={({ currentTarget }) => onEdit({ ...edit, kind: currentTarget.value as QuestionKind })}
          >
            {questionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {own.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasOptions(edit.kind) && (
        <Field label={own.options} hint={own.optionsHint} error={errorOf("options")}>
          {(attributes) => (
            <textarea
              class="input"
              rows={4}
              {...attributes}
              value={edit.options}
              onInput={({ currentTarget }) => onEdit({ ...edit, options: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <ShownIf edits={edits} index={index} error={errorOf("shown_if")} onEdit={onEdit} />
      <Field label={own.key} hint={own.keyHint} error={errorOf("key")}>
        {(attributes) => (
          <input
            class="input"
            maxLength={40}
            {...attributes}
            value={edit.key}
            onChange={({ currentTarget }) => onEdit({ ...edit, key: currentTarget.value.trim() })}
          />
        )}
      </Field>
      <CheckField
        label={own.mustAnswer}
        checked={edit.required}
        onChange={(required) => onEdit({ ...edit, required })}
      />
    </div>
  )
}

interface ShownIfProps extends Pick<QuestionEditorProps, "edits" | "index" | "onEdit"> {
  error: string | null
}

/** The earlier answer after which the question is asked. */
function ShownIf({ edits, index, error, onEdit }: ShownIfProps) {
  const own = useWords().settings.questions
  const edit = edits[index]!
  const conditions = conditionsFor(edits, index)
  if (conditions.length === 0) return null
  const labelOf = ({ key }: Condition) => edits.find((each) => each.key === key)!.label
  const answerOf = ({ is }: Condition) => (is === true ? own.yes : is === false ? own.no : String(is))
  const chosen = conditions.findIndex((each) => isSameCondition(each, edit.shownIf))
  return (
    <Field label={own.asked} error={error}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={String(chosen)}
          onInput={({ currentTarget }) =>
            onEdit({ ...edit, shownIf: conditions[Number(currentTarget.value)] ?? null })
          }
        >
          <option value="-1">{own.always}</option>
          {conditions.map((condition, at) => (
            <option key={at} value={String(at)}>
              {own.onlyIf({ question: labelOf(condition), answer: answerOf(condition) })}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
