import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type MailDomain, proofRecordOf } from "../../../../domain/model/mail-domain.ts"
import { isInDomain, nextServerTry, proofAfter } from "../../../../domain/rules/mails/own-sender.ts"
import { drawn } from "../../../support/trials.ts"

const hour = 3_600_000
const domain: MailDomain = {
  ...{ id: 1, domain: "harbour.example", token: "t0ken", proven_by: null, proven_at: null },
  ...{ missing_since: null, checked_at: null, created_at: new Date(0) },
}
const { value: record } = proofRecordOf(domain)

describe("what proves a company's domain", () => {
  it("ML-08 an address is in a domain exactly when its labels end in those of the domain", () => {
    const label = fc.constantFrom("a", "b", "ab", "ba")
    const name = fc.array(label, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(name, name, (own, wanted) => {
        const ends = own.slice(-wanted.length).join() === wanted.join()
        expect(isInDomain(`A@${own.join(".").toUpperCase()}`, wanted.join("."))).toBe(ends)
      }),
      drawn(800, 20_270_311),
    )
  })

  it("ML-08 its proof ends when DNS has said for three days that there is no record, and only then", () => {
    const answer = fc.constantFrom("there", "gone", "silent")
    const textsOf = { there: ["other", record], gone: ["other", `${record} `], silent: null }
    fc.assert(
      fc.property(fc.array(fc.tuple(answer, fc.integer({ min: 1, max: 30 })), { maxLength: 12 }), (days) => {
        let row = domain
        let now = 0
        // Read from the story itself: proven since it was there, until 72 hours after the first time that it was gone.
        let isProven = false
        let goneSince: number | null = null
        for (const [said, hours] of days) {
          now += hours * hour
          row = proofAfter(row, textsOf[said as keyof typeof textsOf], now)
          if (said === "there") [isProven, goneSince] = [true, null]
          if (said === "gone" && isProven) goneSince ??= now
          if (said === "gone" && goneSince !== null && now >= goneSince + 72 * hour)
            [isProven, goneSince] = [false, null]
          expect([row.proven_by !== null, row.missing_since?.getTime() ?? null]).toEqual([
            isProven,
            goneSince,
          ])
        }
      }),
      drawn(800, 20_270_312),
    )
  })

  it("ML-08 what the operator has assigned needs no record", () => {
    const assigned = { ...domain, proven_by: "operator", proven_at: new Date(0) } as const
    expect(proofAfter(assigned, [], 90 * 24 * hour)).toBe(assigned)
  })

  it("ML-01 a server that fails is tried after 1, 2, 4 minutes and so on, an hour at most", () => {
    const minutes = [1, 2, 3, 6, 7, 40].map((failures) => nextServerTry(failures, 0) / 60_000)
    expect(minutes).toEqual([1, 2, 4, 32, 60, 60])
  })
})
