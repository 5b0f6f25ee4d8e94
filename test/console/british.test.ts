import { expect, it } from "vitest"
import { inBritish, isBritish } from "../../console/words/british.ts"

it("DS-17 spells as the browser's English does: American at home, British elsewhere", () => {
  expect(["en", "en-US", "en-CA", "fr-GB"].filter(isBritish)).toEqual([])
  expect(["en-GB", "en-AU", "en-ie"].every(isBritish)).toBe(true)
  const messages = {
    brand: "Color and logo",
    hint: ["Accent color of ", ["color"]],
    deep: { rule: "your judgment" },
  }
  expect(inBritish(messages as never)).toEqual({
    brand: "Colour and logo",
    hint: ["Accent colour of ", ["color"]],
    deep: { rule: "your judgement" },
  })
})
