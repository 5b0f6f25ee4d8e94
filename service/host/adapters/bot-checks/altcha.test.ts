import { describe, expect, it } from "vitest"
import { solved } from "../../../../test/support/public-page.ts"
import { createAltcha } from "./altcha.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const address = "203.0.113.7"
const minute = 60_000
const check = createAltcha({ secret: "one", maxNumber: 50 })
const challenge = async () => (await check.challenge(now)) as Parameters<typeof solved>[0]
const changed = (answer: string, change: object) =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(answer, "base64").toString()), ...change }),
  ).toString("base64")

describe("the bot check altcha", () => {
  it("PB-05 passes who found the number, as one answer that is to be remembered until it expires", async () => {
    const verdict = await check.judge(await solved(await challenge()), { now, address })
    expect(verdict).toMatchObject({ passed: true, once: { expiresAt: now + 20 * minute } })
  })

  it("refuses wrong numbers, foreign signatures, stretched times and old answers", async () => {
    const answer = await solved(await challenge())
    const refused = async (text: string, at = now) =>
      expect(await check.judge(text, { now: at, address })).toEqual({ passed: false })
    await refused(changed(answer, { number: 51 }))
    await refused(changed(answer, { signature: "00" }))
    const { salt } = JSON.parse(Buffer.from(answer, "base64").toString())
    await refused(changed(answer, { salt: salt.replace(/expires=\d+/, "expires=9999999999") }))
    await refused(answer, now + 20 * minute)
    for (const text of [
      "",
      "{}",
      "bm90IGpzb24=",
      Buffer.from("null").toString("base64"),
      "x".repeat(3_000),
    ]) {
      await refused(text)
    }
    const other = createAltcha({ secret: "two", maxNumber: 50 })
    expect(await other.judge(answer, { now, address })).toEqual({ passed: false })
  })
})
