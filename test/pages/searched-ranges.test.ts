/** The searches of a range at once, and the parts of a long answer. */
import { expect, it } from "vitest"
import { searchRanges } from "../../pages/shared/times/ranges.ts"

const range = (startDate: string) => ({ startDate, endDate: "2027-04-01" })
const failure = { ok: false as const, status: 503 } as never

it("SE-04 reads all parts of each answer, in their order", async () => {
  const asked: (string | null)[] = []
  const { answers, failure: failed } = await searchRanges([range("2027-03-01")], async (_, moreFrom) => {
    asked.push(moreFrom)
    return { ok: true, data: { part: moreFrom ?? "first", moreFrom: moreFrom === null ? "second" : null } }
  })
  expect(asked).toEqual([null, "second"])
  expect(answers.map(({ part }) => part)).toEqual(["first", "second"])
  expect(failed).toBeNull()
})

it("SE-04 keeps what one search finds when another fails, and nothing of an answer that lacks a part", async () => {
  const ranges = [range("2027-03-01"), range("2027-03-08")]
  const { answers, failure: failed } = await searchRanges(ranges, async ({ startDate }, moreFrom) => {
    if (startDate === "2027-03-08" && moreFrom !== null) return failure
    return { ok: true, data: { startDate, moreFrom: startDate === "2027-03-08" ? "second" : null } }
  })
  expect(answers.map(({ startDate }) => startDate)).toEqual(["2027-03-01"])
  expect(failed).toBe(failure)
})
