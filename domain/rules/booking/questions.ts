/** The lists of questions that a type may have. */
import { invalid, type Refusal } from "../../model/errors.ts"
import type { Question } from "../../model/question.ts"

const hasOptions = ({ kind }: Question) => kind === "choice" || kind === "choices"

/** The first thing that is wrong with the list; null when it can be asked. */
export function judgeQuestions(questions: readonly Question[]): Refusal | null {
  for (const [index, question] of questions.entries()) {
    const wrong = wrongWith(question, questions.slice(0, index))
    if (wrong) return invalid(`questions[${index}].${wrong[0]}`, wrong[1])
  }
  return null
}

/** True where both lists ask the same, in the same order. */
export const areSame = (one: readonly Question[], other: readonly Question[]) =>
  JSON.stringify(one.map(partsOf)) === JSON.stringify(other.map(partsOf))

const partsOf = ({ key, label, kind, options, required, shown_if: condition }: Question) => [
  ...[key, label, kind, options ?? [], required],
  ...(condition ? [condition.key, condition.is] : []),
]

function wrongWith(question: Question, earlier: readonly Question[]): [field: string, why: string] | null {
  const { key, options = [], shown_if: condition } = question
  if (earlier.some((other) => other.key === key)) return ["key", "is another question's key already"]
  if (hasOptions(question) && options.length < 2) return ["options", "expected at least two options"]
  if (!hasOptions(question) && options.length > 0)
    return ["options", "only a choice or choices can have options"]
  if (new Set(options).size < options.length) return ["options", "expected each option once"]
  if (condition === undefined) return null
  const source = earlier.find((other) => other.key === condition.key)
  if (!source) return ["shown_if.key", "expected the key of an earlier question"]
  if (source.kind === "consent") {
    return typeof condition.is === "boolean" ? null : ["shown_if.is", "expected true or false"]
  }
  if (!hasOptions(source)) return ["shown_if.key", "expected a choice, choices or consent"]
  return source.options!.includes(String(condition.is)) && typeof condition.is === "string"
    ? null
    : ["shown_if.is", "expected one of that question's options"]
}
