import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { Answer, Question, SentAnswers } from "../../../../domain/model/question.ts"
import { AnswerMissing, judgeAnswers } from "../../../../domain/rules/booking/answers.ts"
import { judgeQuestions } from "../../../../domain/rules/booking/questions.ts"
import { drawn } from "../../../support/trials.ts"

const question = (key: string, fields: Partial<Question> = {}): Question => ({
  key,
  label: `What of ${key}?`,
  kind: "text",
  required: false,
  ...fields,
})
const choice = (key: string, fields: Partial<Question> = {}) =>
  question(key, { kind: "choice", options: ["Gas", "Oil"], ...fields })

const judge = (questions: Question[], sent: SentAnswers, mayLeaveOut = false) =>
  judgeAnswers({ questions, questions_version: 7 }, sent, { mayLeaveOut, mayLeaveFilesOut: mayLeaveOut })
const values = (questions: Question[], sent: SentAnswers) => {
  const judged = judge(questions, sent)
  return judged instanceof Refusal ? judged.message : judged.map(({ value }) => value)
}

describe("ML-06 a type's list of questions", () => {
  const wrong = (...questions: Question[]) => judgeQuestions(questions)?.field ?? null

  it("may ask each kind, and depend on an earlier choice or consent", () => {
    expect(
      wrong(
        choice("fuel"),
        question("tank", { shown_if: { key: "fuel", is: "Oil" } }),
        question("terms", { kind: "consent" }),
        question("why_not", { shown_if: { key: "terms", is: false } }),
      ),
    ).toBeNull()
  })

  it("names what is wrong with it", () => {
    expect(wrong(question("a"), question("a"))).toBe("questions[1].key")
    expect(wrong(choice("a", { options: ["Only one"] }))).toBe("questions[0].options")
    expect(wrong(choice("a", { options: ["Twice", "Twice"] }))).toBe("questions[0].options")
    expect(wrong(question("a", { options: ["One", "Two"] }))).toBe("questions[0].options")
    expect(wrong(question("a", { shown_if: { key: "later", is: "Oil" } }), choice("later"))).toBe(
      "questions[0].shown_if.key",
    )
    expect(wrong(question("a"), question("b", { shown_if: { key: "a", is: "x" } }))).toBe(
      "questions[1].shown_if.key",
    )
    expect(wrong(choice("a"), question("b", { shown_if: { key: "a", is: "Wood" } }))).toBe(
      "questions[1].shown_if.is",
    )
    expect(wrong(choice("a"), question("b", { shown_if: { key: "a", is: true } }))).toBe(
      "questions[1].shown_if.is",
    )
  })
})

describe("ML-06 answers", () => {
  it("keep their question as it was asked, in the order of the questions", () => {
    const asked = [choice("fuel"), question("model", { label: "Which model?" })]
    expect(judge(asked, { model: " Ecotec ", fuel: "Oil" })).toEqual([
      { key: "fuel", label: "What of fuel?", kind: "choice", version: 7, value: "Oil" },
      { key: "model", label: "Which model?", kind: "text", version: 7, value: "Ecotec" },
    ] satisfies Answer[])
  })

  it("are refused by the name of the question that is still open, unless it may stay open", () => {
    const asked = [question("model", { required: true })]
    const refused = judge(asked, { model: "  " })
    expect(refused).toBeInstanceOf(AnswerMissing)
    expect(refused).toMatchObject({
      field: "answers.model",
      message: "answers.model: is required: What of model?",
    })
    expect(judge(asked, {}, true)).toEqual([])
    expect(values([question("terms", { kind: "consent", required: true })], { terms: false })).toContain(
      "answers.terms: is required",
    )
  })

  it("to a question that is not asked are neither needed nor taken", () => {
    const asked = [
      choice("fuel"),
      choice("tank", { shown_if: { key: "fuel", is: "Oil" }, required: true }),
      question("size", { shown_if: { key: "tank", is: "Gas" }, required: true }),
    ]
    expect(values(asked, { fuel: "Gas" })).toEqual(["Gas"])
    expect(values(asked, { fuel: "Oil" })).toContain("answers.tank: is required")
    expect(values(asked, { fuel: "Oil", tank: "Gas", size: "9" })).toEqual(["Oil", "Gas", "9"])
    expect(values(asked, { fuel: "Gas", tank: "Oil" })).toContain("answers.tank: is not asked")
  })

  it("depend on one of several choices, and on a consent that was not given", () => {
    const asked = [
      choice("rooms", { kind: "choices" }),
      question("kitchen", { shown_if: { key: "rooms", is: "Gas" } }),
      question("terms", { kind: "consent" }),
      question("why_not", { shown_if: { key: "terms", is: false } }),
    ]
    expect(values(asked, { rooms: ["Oil", "Gas"], kitchen: "big", why_not: "no" })).toEqual([
      ["Gas", "Oil"],
      "big",
      "no",
    ])
  })

  it("are read as forms and language models send them", () => {
    const asked = [
      question("count", { kind: "number" }),
      question("since", { kind: "date" }),
      choice("fuel"),
      choice("rooms", { kind: "choices" }),
      question("terms", { kind: "consent" }),
    ]
    expect(
      values(asked, { count: "3.5", since: "2020-02-29", fuel: "oil", rooms: "gas", terms: "true" }),
    ).toEqual([3.5, "2020-02-29", "Oil", ["Gas"], true])
  })

  it.each([
    ["text", "two\nlines"],
    ["text", "\u202Eturned"],
    ["text", "x".repeat(301)],
    ["long_text", "null\u0000"],
    ["long_text", "x".repeat(2_001)],
    ["number", "1e400"],
    ["number", "NaN"],
    ["number", true],
    ["date", "2021-02-29"],
    ["date", 20210228],
    ["consent", "yes, of course"],
    ["text", ["a", "b"]],
  ] as const)("to a %s are refused when they are %j", (kind, value) => {
    const refused = judge([question("it", { kind })], { it: value as SentAnswers[string] })
    expect(refused).toMatchObject({ code: "invalid_input", field: "answers.it" })
  })

  it("to a choice are its options alone, and unknown keys are refused", () => {
    expect(values([choice("fuel")], { fuel: "Wood" })).toBe("answers.fuel: expected one of Gas, Oil")
    expect(values([choice("fuel", { kind: "choices" })], { fuel: ["Gas", "Wood"] })).toContain("answers.fuel")
    expect(values([], { constructor: "x" })).toContain("answers.constructor: is no question")
  })

  it("never throw, whatever is sent", () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string()), fc.constant(null))
    const asked = [
      question("a", { kind: "number" }),
      question("b", { kind: "date" }),
      choice("c"),
      choice("d", { kind: "choices" }),
      question("e", { kind: "consent" }),
      question("f", { kind: "long_text" }),
    ]
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(..."abcdef"), value), (sent) => {
        const judged = judge(asked, sent)
        expect(judged instanceof Refusal || judged.length <= 6).toBe(true)
      }),
      drawn(800, 20_270_313),
    )
  })
})
