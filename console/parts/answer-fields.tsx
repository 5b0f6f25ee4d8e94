/** A type's questions, answered for a customer. Staff may leave any of them open. */

import { askedQuestions } from "../../domain/rules/booking/asked-questions.ts"
import type { Answer as AnswerOf } from "../api/client.ts"
import { useWords } from "../words/words.ts"
import { CheckField, Field } from "./field.tsx"
import { FileField } from "./file-field.tsx"

type Question = NonNullable<AnswerOf<"readAppointmentType">["questions"]>[number]
type Value = string | number | boolean | string[]
export type Answers = Readonly<Record<string, Value>>

const asked = (questions: readonly Question[], answers: Answers) =>
  askedQuestions(questions as Parameters<typeof askedQuestions>[0], ({ key }) => filled(answers[key]))

const filled = (value: Value | undefined): Value | null => {
  const plain = typeof value === "string" ? value.trim() : (value ?? null)
  return plain === "" || (Array.isArray(plain) && plain.length === 0) ? null : plain
}

/** As they are sent: those that are asked and answered. */
export function sentAnswers(questions: readonly Question[], answers: Answers): Record<string, Value> {
  const given = asked(questions, answers).flatMap(({ key, kind }): [string, Value][] => {
    const value = filled(answers[key])
    if (value === null) return []
    return [[key, kind === "number" ? String(value).replace(",", ".") : value]]
  })
  return Object.fromEntries(given)
}

interface AnswerFieldsProps {
  questions: readonly Question[]
  answers: Answers
  onChange(answers: Answers): void
  /** The names of the files that answer already, by their ids. */
  names?: ReadonlyMap<string, string>
  /** The field that was refused, as `answers.make`, and why. */
  refused: { field: string | undefined; message: string } | null
}

export function AnswerFields({ questions, answers, onChange, refused, names = noNames }: AnswerFieldsProps) {
  const words = useWords().board
  const list = asked(questions, answers)
  if (list.length === 0) return null
  return (
    <section class="stack">
      <h3>{words.questions}</h3>
      {list.map((question) => (
        <AnswerField
          key={question.key}
          question={question as Question}
          value={answers[question.key]}
          names={names}
          error={refused?.field === `answers.${question.key}` ? refused.message : null}
          onChange={(value) => onChange({ ...answers, [question.key]: value })}
        />
      ))}
    </section>
  )
}

const noNames: ReadonlyMap<string, string> = new Map()

const inputOf = {
  date: { type: "date" },
  number: { type: "text", inputMode: "decimal" },
  text: { type: "text" },
} as const

interface AnswerFieldProps {
  question: Question
  value: Value | undefined
  names: ReadonlyMap<string, string>
  error: string | null
  onChange(value: Value): void
}

function AnswerField({ question, value, names, error, onChange }: AnswerFieldProps) {
  const { label, kind, options = [] } = question
  const text = String(value ?? "")
  if (kind === "file")
    return <FileField {...{ label, names, error, onChange }} value={Array.isArray(value) ? value : []} />
  if (kind === "consent")
    return (
      <>
        <CheckField label={label} checked={value === true} onChange={onChange} />
        {error && <p class="error">{error}</p>}
      </>
    )
  if (kind === "choices") {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset class="set">
        <legend>{label}</legend>
        {options.map((option) => (
          <CheckField
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={(isOn) =>
              onChange(options.filter((each) => (each === option ? isOn : chosen.includes(each))))
            }
          />
        ))}
        {error && <p class="error">{error}</p>}
      </fieldset>
    )
  }
  return (
    <Field label={label} error={error}>
      {(attributes) =>
        kind === "choice" ? (
          <select
            class="input"
            {...attributes}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          >
            <option value="">–</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : kind === "long_text" ? (
          <textarea
            class="input"
            rows={2}
            maxLength={2_000}
            {...attributes}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <input
            class="input"
            {...inputOf[kind === "date" || kind === "number" ? kind : "text"]}
            maxLength={300}
            {...attributes}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}
