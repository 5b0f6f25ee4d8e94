import { expect, it } from "vitest"
import { readMark, readUidMark } from "../../../../domain/rules/mails/mail-marks.ts"
import { ownText } from "../../../../domain/rules/mails/own-text.ts"
import { readAnswer } from "../../../../domain/rules/mails/read-answer.ts"

const seal = "a".repeat(22)
const markOf = (mailId: number) => `m.7.${mailId}.${seal}`

it("TQ-02 a mail that says C answers the newest three mails of its thread", () => {
  const references = [1, 2, 3, 4].map((mailId) => `<${markOf(mailId)}@example.com>`).join(" ")
  const mail = { from: "sam@example.org", automatic: "no" as const, references, text: "C", calendars: [] }
  expect(readAnswer(mail)).toEqual({
    kind: "coming",
    from: "sam@example.org",
    marks: [markOf(2), markOf(3), markOf(4)],
  })
  expect(readAnswer({ ...mail, references: "" })).toBeNull()
})

it("TQ-02 a mark is read as the ids that it names, and one of another form is none", () => {
  expect(readMark(markOf(12))).toEqual({ companyId: 7, mailId: 12 })
  expect(readUidMark(`a.7.12.${seal}`)).toEqual({ companyId: 7, appointmentId: 12 })
  for (const other of ["", "hello", `a.7.0.${seal}`, `a.7.12.${seal}a`, `m.7.12.${seal}\n`]) {
    expect(readUidMark(other), other).toBeNull()
    expect(readMark(other.replace("a", "m")), other).toBeNull()
  }
})

it("TQ-02 of a text of many lines the first 2,000 are read", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`).join("\n")
  expect(ownText(lines(2_001)).split("\n")).toHaveLength(2_000)
})
