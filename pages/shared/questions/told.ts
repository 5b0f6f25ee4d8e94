/** The visitor's answers to the questions of a type, as they are typed. */
import type { AnswerValue, QuestionView } from "../../../domain/contracts/customer-pages.ts"
import { askedQuestions } from "../../../domain/rules/booking/asked-questions.ts"

/** By the questions' keys; kept through every step and a reload. */
export type Told = Readonly<Record<string, AnswerValue>>

/** The keys of the answers that have to be corrected, and why. */
export type InvalidAnswers = Readonly<Record<string, "missing" | "wrong" | "refused">>

/** Null where nothing is said. */
function answerTo({ key }: QuestionView, told: Told): AnswerValue | null {
  const value = told[key] ?? null
  const plain = typeof value === "string" ? value.trim() : value
  return plain === "" || (Array.isArray(plain) && plain.length === 0) ? null : plain
}

/** The questions that are asked after these answers. */
export const askedAfter = (questions: readonly QuestionView[], told: Told): QuestionView[] =>
  askedQuestions(questions, (question) => answerTo(question, told))

const plainNumber = /^[-+]?\d{1,15}([.,]\d{1,10})?$/

/** The answers that have to be corrected before they can be sent. The service judges the rest. */
export function invalidAnswers(questions: readonly QuestionView[], told: Told): InvalidAnswers {
  const found = askedAfter(questions, told).flatMap((question): [string, "missing" | "wrong"][] => {
    const { key, kind, required } = question
    const value = answerTo(question, told)
    if (required && (value === null || (kind === "consent" && value !== true))) return [[key, "missing"]]
    const isWrong = kind === "number" && value !== null && !plainNumber.test(String(value))
    return isWrong ? [[key, "wrong"]] : []
  })
  return Object.fromEntries(found)
}

/** As the service takes them: answers to questions that are asked, and no others. */
export function answersOf(
  questions: readonly QuestionView[],
  told: Told,
): { answers?: Record<string, AnswerValue> } {
  const given = askedAfter(questions, told).flatMap((question): [string, AnswerValue][] => {
    const value = answerTo(question, told)
    if (value === null) return []
    return [[question.key, question.kind === "number" ? String(value).replace(",", ".") : value]]
  })
  return given.length === 0 ? {} : { answers: Object.fromEntries(given) }
}

/** True where files have to be sent before the answers are. */
export const holdsFiles = (questions: readonly QuestionView[], told: Told): boolean =>
  askedAfter(questions, told).some(
    (question) => question.kind === "file" && answerTo(question, told) !== null,
  )

/** The question that a refusal is about: its key; null for any other refusal. */
export const refusedAnswer = (field: string | null): string | null =>
  field?.startsWith("answers.") ? field.slice("answers.".length) : null

/** A file that is refused needs another one; all else is asked for again. */
export const whyRefused = ({ code }: { code: string }): InvalidAnswers[string] =>
  code === "file_refused" || code === "body_too_large" ? "refused" : "missing"
