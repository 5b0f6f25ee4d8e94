import { expect, it } from "vitest"
import { type SamplePurpose, samplePurposes } from "../../../../domain/model/mail.ts"
import { mailHtml, mailText } from "../../../../domain/rules/mails/draw-mail.ts"
import { sampleMail } from "../../../../domain/rules/mails/sample-mail.ts"
import type { Locale } from "../../../../domain/rules/texts/text-times.ts"

const harbour = {
  ...{
    name: "Harbour Dental",
    timezone: "America/Chicago",
    accentColor: "#0b6b6b",
    callPhone: "+15125550100",
  },
  bookUrl: "https://book.example",
}
const now = Date.parse("2027-03-01T18:00:00Z")

const drawn = (purpose: SamplePurpose, locale: Locale, company: Parameters<typeof sampleMail>[2]) => {
  const content = sampleMail(purpose, locale, company, now)
  return content && { subject: content.subject, text: mailText(content), html: mailHtml(content) }
}

it("ML-01 each kind of mail can be read before a customer does, in each language and with its links", () => {
  const subjects = new Set<string>()
  for (const purpose of samplePurposes)
    for (const locale of ["en", "es", "fr"] as const) {
      const { subject, text, html } = drawn(purpose, locale, harbour)!
      subjects.add(subject)
      expect(html).toContain(`lang="${locale}"`)
      expect(text).toContain("Sam")
      expect(text.includes("https://book.example/")).toBe(purpose !== "cancellation")
    }
  expect(subjects.size).toBe(samplePurposes.length * 3)
})

it("ML-01 a company without links reads all but offers, which it cannot send", () => {
  const unlinked = { ...harbour, bookUrl: null }
  expect(samplePurposes.filter((purpose) => drawn(purpose, "en", unlinked) === null)).toEqual(["offer"])
  expect(drawn("reminder", "en", unlinked)!.text).not.toContain("https://")
})
