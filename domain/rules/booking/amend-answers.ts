/** Answers that are given or corrected after the booking. What is not sent stays as it was asked and answered. */
import { Refusal } from "../../model/errors.ts"
import type { Answer, AnswerValue, SentAnswers } from "../../model/question.ts"
import { type AnsweringFiles, judgeAnswers, type Leniency, type Questionnaire } from "./answers.ts"

/**
 * The answers as they then stand: of the questions of today those that are asked, in their order, and behind them the answers to
 * questions that the type no longer asks. Null for a key takes its answer back.
 */
export function amendAnswers(
  type: Questionnaire,
  present: readonly Answer[],
  sent: SentAnswers,
  leniency: Leniency,
  found: AnsweringFiles,
): Answer[] | Refusal {
  const before = new Map(present.map((answer) => [answer.key, answer]))
  // An answer of another kind, or to an option that is gone, answers no question of today.
  const standing = type.questions.flatMap((question): [string, AnswerValue | null][] => {
    const answer = before.get(question.key)
    return answer && stillFits(type, answer, leniency) ? [[question.key, sentValueOf(answer)]] : []
  })
  const known = new Map([...filesOf(present), ...found])
  const all = Object.fromEntries([...standing, ...Object.entries(sent)])
  const judged = judgeAnswers(type, withoutUnasked(type, all, sent), leniency, known)
  if (judged instanceof Refusal) return judged
  const asked = new Set(type.questions.map(({ key }) => key))
  const kept = (answer: Answer) => (answer.key in sent ? answer : (before.get(answer.key) ?? answer))
  return [...judged.map(kept), ...present.filter(({ key }) => !asked.has(key))]
}

const sentValueOf = ({ value, files }: Answer): AnswerValue => (files ? files.map(({ id }) => id) : value)

const filesOf = (answers: readonly Answer[]) =>
  answers.flatMap(({ files = [] }) => files.map((file) => [file.id, file] as const))

const alone = (type: Questionnaire, key: string): Questionnaire => ({
  ...type,
  questions: type.questions.filter((each) => each.key === key).map(({ shown_if: _, ...plain }) => plain),
})

function stillFits(type: Questionnaire, answer: Answer, leniency: Leniency): boolean {
  const question = type.questions.find(({ key }) => key === answer.key)
  if (question?.kind !== answer.kind) return false
  const files = new Map(filesOf([answer]))
  return !(
    judgeAnswers(alone(type, answer.key), { [answer.key]: sentValueOf(answer) }, leniency, files) instanceof
    Refusal
  )
}

/** An earlier answer that is sent anew may end a later question: then its answer goes, unless it is sent too. */
function withoutUnasked(type: Questionnaire, all: SentAnswers, sent: SentAnswers): SentAnswers {
  const asked = new Set<string>()
  for (const { key, shown_if: condition } of type.questions) {
    const value = condition && asked.has(condition.key) ? (all[condition.key] ?? false) : null
    const isMet =
      condition === undefined ||
      (Array.isArray(value) ? value.includes(String(condition.is)) : value === condition.is)
    if (isMet) asked.add(key)
  }
  return Object.fromEntries(Object.entries(all).filter(([key]) => asked.has(key) || key in sent))
}
