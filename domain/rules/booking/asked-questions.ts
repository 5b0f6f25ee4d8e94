/** The questions of a type that are asked, by the answers so far. The pages and the service decide it here alike. */
import type { AnswerValue, Question } from "../../model/question.ts"

/** A question is asked where the one that it depends on was asked, and answered so. */
export function askedQuestions(
  questions: readonly Question[],
  answerTo: (question: Question) => AnswerValue | null,
): Question[] {
  const answered = new Map<string, AnswerValue | null>()
  return questions.filter((question) => {
    const { shown_if: condition } = question
    const isAsked = condition === undefined || meets(answered.get(condition.key), condition.is)
    if (isAsked) answered.set(question.key, unanswered(question, answerTo(question)))
    return isAsked
  })
}

/** Questions of the kind `file` that were asked by these answers, and stayed open. */
export function openFileQuestions(
  questions: readonly Question[],
  answers: readonly { key: string; value: AnswerValue }[],
): Question[] {
  const given = new Map(answers.map(({ key, value }) => [key, value]))
  return askedQuestions(questions, ({ key }) => given.get(key) ?? null).filter(
    ({ key, kind }) => kind === "file" && !given.has(key),
  )
}

/** A consent that was not given is one that was refused. */
const unanswered = (question: Question, value: AnswerValue | null) =>
  question.kind === "consent" ? value === true : value

const meets = (value: AnswerValue | null | undefined, wanted: string | boolean) =>
  Array.isArray(value) ? value.includes(String(wanted)) : value === wanted
