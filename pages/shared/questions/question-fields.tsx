import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import { useLanguage } from "../language.ts"
import { FileField } from "./file-field.tsx"
import { askedAfter, type InvalidAnswers, type Told } from "./told.ts"

interface QuestionFieldsProps {
  questions: readonly QuestionView[]
  told: Told
  invalid: InvalidAnswers
  onTell(told: Told): void
}

/** The questions that are asked so far. One that an answer brings up appears below it, and the focus stays where it is. */
export function QuestionFields({ questions, told, invalid, onTell }: QuestionFieldsProps) {
  return (
    <>
      {askedAfter(questions, told).map((question) => {
        const Kind = kindOf(question)
        return (
          <Kind
            key={question.key}
            question={question}
            told={told}
            wrong={invalid[question.key] ?? null}
            onTell={onTell}
          />
        )
      })}
    </>
  )
}

function kindOf(question: QuestionView) {
  if (question.kind === "consent") return Consent
  if (question.kind === "file") return Files
  return hasOptions(question) ? Options : Typed
}

const hasOptions = ({ kind }: QuestionView) => kind === "choice" || kind === "choices"

interface FieldProps extends Pick<QuestionFieldsProps, "told" | "onTell"> {
  question: QuestionView
  wrong: InvalidAnswers[string] | null
}

const idOf = ({ key }: QuestionView) => `question-${key}`

/** Says that an answer is optional, where most visitors would think that all are needed. */
function useLabel({ label, required }: QuestionView): string {
  const { words } = useLanguage()
  return required ? label : words.optional({ label })
}

function useMessage({ kind }: QuestionView, wrong: FieldProps["wrong"]): string | null {
  const { words } = useLanguage()
  if (wrong === null) return null
  if (wrong !== "missing") return wrong === "refused" ? words.fileUnfit : words.answerWrong
  return kind === "consent" ? words.consentMissing : kind === "file" ? words.fileMissing : words.answerMissing
}

function Wrong({ question, wrong }: Pick<FieldProps, "question" | "wrong">) {
  const message = useMessage(question, wrong)
  if (message === null) return null
  return (
    <p id={`${idOf(question)}-message`} class="wrong">
      {message}
    </p>
  )
}

const mostCharacters = { text: 300, long_text: 2_000 }

function Typed({ question, told, wrong, onTell }: FieldProps) {
  const { key, kind } = question
  const id = idOf(question)
  const field = {
    class: "input",
    id,
    name: key,
    value: String(told[key] ?? ""),
    "aria-invalid": wrong !== null,
    "aria-required": question.required,
    "aria-describedby": wrong ? `${id}-message` : undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onTell({ ...told, [key]: currentTarget.value }),
  }
  return (
    <div class="typed">
      <label for={id}>{useLabel(question)}</label>
      {kind === "long_text" ? (
        <textarea {...field} rows={3} maxLength={mostCharacters.long_text} />
      ) : kind === "date" ? (
        <input {...field} type="date" min="1970-01-01" max="2199-12-31" />
      ) : kind === "number" ? (
        <input {...field} type="text" inputMode="decimal" maxLength={26} />
      ) : (
        <input {...field} type="text" maxLength={mostCharacters.text} />
      )}
      <Wrong question={question} wrong={wrong} />
    </div>
  )
}

function Files({ question, told, wrong, onTell }: FieldProps) {
  const { key } = question
  return (
    <FileField
      question={question}
      label={useLabel(question)}
      chosen={[told[key] ?? []].flat() as string[]}
      message={useMessage(question, wrong)}
      onChoose={(chosen) => onTell({ ...told, [key]: chosen })}
    />
  )
}

function Options({ question, told, wrong, onTell }: FieldProps) {
  const { key, kind, options = [] } = question
  const id = idOf(question)
  const chosen = [told[key] ?? []].flat()
  const isSeveral = kind === "choices"
  const toggle = (option: string, isOn: boolean) => {
    const several = options.filter((each) => (each === option ? isOn : chosen.includes(each)))
    onTell({ ...told, [key]: isSeveral ? several : option })
  }
  return (
    <fieldset class="options" aria-describedby={wrong ? `${id}-message` : undefined}>
      <legend class="legend">{useLabel(question)}</legend>
      <div>
        {options.map((option, index) => (
          <label key={option}>
            <input
              type={isSeveral ? "checkbox" : "radio"}
              name={key}
              checked={chosen.includes(option)}
              aria-invalid={wrong !== null && index === 0}
              onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <Wrong question={question} wrong={wrong} />
    </fieldset>
  )
}

function Consent({ question, told, wrong, onTell }: FieldProps) {
  const { key } = question
  const id = idOf(question)
  return (
    <div class="tickable">
      <label>
        <input
          id={id}
          type="checkbox"
          checked={told[key] === true}
          aria-invalid={wrong !== null}
          aria-required={question.required}
          aria-describedby={wrong ? `${id}-message` : undefined}
          onChange={({ currentTarget }) => onTell({ ...told, [key]: currentTarget.checked })}
        />
        {useLabel(question)}
      </label>
      <Wrong question={question} wrong={wrong} />
    </div>
  )
}
