/** A type's questions while they are edited: what an editor holds of each, and what is sent. */
import type { Answer } from "../api/client.ts"

export type Question = NonNullable<Answer<"readAppointmentType">["questions"]>[number]
export type QuestionKind = Question["kind"]

export const questionKinds: readonly QuestionKind[] = [
  "text",
  "long_text",
  "number",
  "date",
  "choice",
  "choices",
  "consent",
]
export const mostQuestions = 20

export interface QuestionEdit {
  key: string
  label: string
  kind: QuestionKind
  /** One a line. */
  options: string
  required: boolean
  shownIf: Question["shown_if"] | null
}

export const hasOptions = (kind: QuestionKind) => kind === "choice" || kind === "choices"

export const optionsOf = ({ kind, options }: QuestionEdit): string[] =>
  hasOptions(kind)
    ? options
        .split("\n")
        .map((option) => option.trim())
        .filter((option) => option !== "")
    : []

export const editsOf = (questions: readonly Question[]): QuestionEdit[] =>
  questions.map(({ options = [], shown_if: shownIf = null, ...plain }) => ({
    ...plain,
    options: options.join("\n"),
    shownIf: shownIf as QuestionEdit["shownIf"],
  }))

/** As the API answers it, field by field. */
export const questionsFrom = (edits: readonly QuestionEdit[]): Question[] =>
  edits.map((edit) => {
    const options = optionsOf(edit)
    return {
      key: edit.key,
      label: edit.label.trim(),
      kind: edit.kind,
      ...(options.length > 0 ? { options } : {}),
      required: edit.required,
      ...(edit.shownIf ? { shown_if: { key: edit.shownIf.key, is: edit.shownIf.is } } : {}),
    }
  })

/** One more question, under a key that no other has. */
export function withNew(edits: readonly QuestionEdit[]): QuestionEdit[] {
  const taken = new Set(edits.map(({ key }) => key))
  let number = edits.length + 1
  while (taken.has(`question_${number}`)) number += 1
  const added: QuestionEdit = {
    key: `question_${number}`,
    label: "",
    kind: "text",
    options: "",
    required: false,
    shownIf: null,
  }
  return [...edits, added]
}

/** The question at `from` stands at `to`. One that would come before the question that it depends on is always asked. */
export function moved(edits: readonly QuestionEdit[], from: number, to: number): QuestionEdit[] {
  const next = [...edits]
  next.splice(to, 0, ...next.splice(from, 1))
  return withKnownConditions(next)
}

/** The question at `index` is `next`. What depends on it follows a new key. */
export function replaced(edits: readonly QuestionEdit[], index: number, next: QuestionEdit): QuestionEdit[] {
  const before = edits[index]!.key
  const renamed = edits.map((edit, at) => {
    if (at === index) return next
    return edit.shownIf?.key === before ? { ...edit, shownIf: { ...edit.shownIf, key: next.key } } : edit
  })
  return withKnownConditions(renamed)
}

/** Conditions that name no earlier question, or none of its options, are dropped. */
export function withKnownConditions(edits: readonly QuestionEdit[]): QuestionEdit[] {
  return edits.map((edit, index) => {
    const isKnown = conditionsFor(edits, index).some((each) => isSameCondition(each, edit.shownIf))
    return edit.shownIf === null || isKnown ? edit : { ...edit, shownIf: null }
  })
}

export type Condition = NonNullable<QuestionEdit["shownIf"]>

export const isSameCondition = (one: Condition, other: Condition | null | undefined) =>
  other != null && one.key === other.key && one.is === other.is

/** The conditions of a question: each option, yes and no of the earlier ones. */
export function conditionsFor(edits: readonly QuestionEdit[], index: number): Condition[] {
  return edits.slice(0, index).flatMap((earlier): Condition[] => {
    if (earlier.kind === "consent") return [true, false].map((is) => ({ key: earlier.key, is }))
    return optionsOf(earlier).map((is) => ({ key: earlier.key, is }))
  })
}
