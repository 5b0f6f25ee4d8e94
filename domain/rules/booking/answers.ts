/** Judges the answers that came with a booking by the type's questions, for every interface. */
import { invalid, Refusal } from "../../model/errors.ts"
import { date, line, text } from "../../model/fields.ts"
import {
  type Answer,
  type AnswerValue,
  mostAnswerCharacters,
  type Question,
  type SentAnswers,
} from "../../model/question.ts"
import { type AnswerFile, fileLimits, isFileReference } from "../../model/uploaded-file.ts"
import { spokenName } from "../../model/written-by-people.ts"
import { askedQuestions } from "./asked-questions.ts"

export interface Questionnaire {
  questions: readonly Question[]
  questions_version: number
}

/** By their references: what was uploaded and can answer, among what was named. */
export type AnsweringFiles = ReadonlyMap<string, AnswerFile>

export interface Leniency {
  /** Questions that have to be answered may stay open: staff know the customer, and ask later. */
  mayLeaveOut: boolean
  /** Files alone may stay open: they follow by the link. */
  mayLeaveFilesOut: boolean
}

/** The answers with their questions, in the order of the questions; else the refusal, which names the question. */
export function judgeAnswers(
  { questions, questions_version: version }: Questionnaire,
  sent: SentAnswers,
  { mayLeaveOut, mayLeaveFilesOut }: Leniency,
  found: AnsweringFiles = new Map(),
): Answer[] | Refusal {
  const unknown = Object.keys(sent).find((key) => !questions.some((question) => question.key === key))
  if (unknown !== undefined) return invalid(fieldOf(unknown), "is no question of this appointment type")
  const values = new Map<string, AnswerValue | null>()
  for (const question of questions) {
    const value = readAnswer(question, sent[question.key] ?? null)
    if (value instanceof Refusal) return value
    values.set(question.key, value)
  }
  const answerTo = ({ key }: Question) => values.get(key) ?? null
  const asked = new Set(askedQuestions(questions, answerTo))
  const answers: Answer[] = []
  for (const question of questions) {
    const { key, label, kind } = question
    const value = answerTo(question)
    if (!asked.has(question)) {
      if (value !== null && value !== false) return invalid(fieldOf(key), "is not asked after these answers")
      continue
    }
    const mayStayOpen = mayLeaveOut || (kind === "file" && mayLeaveFilesOut)
    if (isMissing(question, value) && !mayStayOpen) return new AnswerMissing(question)
    if (value === null) continue
    if (kind !== "file") answers.push({ key, label, kind, version, value })
    else {
      const files = filesOf(question, value as string[], found)
      if (files instanceof Refusal) return files
      answers.push({ key, label, kind, version, value: files.map(({ name }) => name), files })
    }
  }
  return tooManyFiles(answers) ?? answers
}

function filesOf({ key }: Question, references: readonly string[], found: AnsweringFiles) {
  const files = [...new Set(references)].map((reference) => found.get(reference))
  const missing = files.includes(undefined)
  return missing
    ? invalid(fieldOf(key), "expected ids of uploaded files that no booking has")
    : (files as AnswerFile[])
}

function tooManyFiles(answers: readonly Answer[]): Refusal | null {
  const all = answers.flatMap(({ key, files = [] }) => files.map(({ id }) => ({ key, id })))
  const twice = all.find(({ id }, index) => all.findIndex((other) => other.id === id) < index)
  if (twice) return invalid(fieldOf(twice.key), "expected each file in one answer")
  const beyond = all[fileLimits.ofBooking]
  return beyond
    ? invalid(fieldOf(beyond.key), `expected at most ${fileLimits.ofBooking} files in a booking`)
    : null
}

const fieldOf = (key: string) => `answers.${key}`

const isMissing = ({ required, kind }: Question, value: AnswerValue | null) =>
  required && (value === null || (kind === "consent" && value !== true))

/** A question that has to be answered was not. */
export class AnswerMissing extends Refusal {
  readonly question: Question

  constructor(question: Question) {
    const field = fieldOf(question.key)
    super("invalid_input", { field, message: `${field}: is required: ${question.label}` })
    this.question = question
  }
}

/** Null for an answer that says nothing. Forms and language models send numbers and options as they were typed. */
function readAnswer(question: Question, value: AnswerValue | null): AnswerValue | null | Refusal {
  const plain = typeof value === "string" ? value.trim() : value
  if (plain === null || plain === "" || (Array.isArray(plain) && plain.length === 0)) return null
  return readers[question.kind](question, plain)
}

type Reader = (question: Question, value: AnswerValue) => AnswerValue | null | Refusal

const readers: Record<Question["kind"], Reader> = {
  text: ({ key }, value) => textAnswer(key, value, line(mostAnswerCharacters.text)),
  long_text: ({ key }, value) => textAnswer(key, value, text(mostAnswerCharacters.long_text)),
  number: ({ key }, value) => {
    const number = typeof value === "string" && /^[-+]?\d{1,15}(\.\d{1,10})?$/.test(value) ? +value : value
    if (typeof number === "number" && Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number
    return invalid(fieldOf(key), "expected a number")
  },
  date: ({ key }, value) =>
    date.safeParse(value).success ? value : invalid(fieldOf(key), "expected an existing date as YYYY-MM-DD"),
  choice: (question, value) =>
    optionOf(question, value) ?? invalid(fieldOf(question.key), expectedOption(question)),
  choices: (question, value) => {
    const chosen = (Array.isArray(value) ? value : [value]).map((each) => optionOf(question, each))
    if (chosen.includes(null)) return invalid(fieldOf(question.key), expectedOption(question))
    return question.options!.filter((option) => chosen.includes(option))
  },
  consent: ({ key }, value) => {
    const given = value === "true" ? true : value === "false" ? false : value
    return typeof given === "boolean" ? given : invalid(fieldOf(key), "expected true or false")
  },
  file: ({ key }, value) => {
    const references = Array.isArray(value) ? value : [value]
    return references.every(isFileReference)
      ? references
      : invalid(fieldOf(key), "expected ids of uploaded files")
  },
}

function textAnswer(key: string, value: AnswerValue, shape: ReturnType<typeof text>): AnswerValue | Refusal {
  const written = typeof value === "number" ? String(value) : value
  const read = shape.safeParse(written)
  return read.success ? read.data : invalid(fieldOf(key), read.error.issues[0]!.message)
}

const expectedOption = ({ options }: Question) => `expected one of ${options!.join(", ")}`.slice(0, 500)

/** As it is written, else the one that differs in capitals only, or that an agent reads and says so. */
function optionOf({ options }: Question, value: AnswerValue): string | null {
  if (typeof value !== "string") return null
  const [written, plain] = [value.trim(), value.trim().toLowerCase()]
  return (
    options!.find((option) => option === written) ??
    options!.find((option) => option.toLowerCase() === plain) ??
    options!.find((option) => spokenName(option).toLowerCase() === plain) ??
    null
  )
}
