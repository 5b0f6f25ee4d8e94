import { expect, it } from "vitest"
import { customerSearch } from "../../../domain/rules/customers/customer-search.ts"

it("CN-09 takes the four longest words, and the signs of LIKE as they are", () => {
  const { wholeWords, partsOfWords, number } = customerSearch("a 50% off_ Zoë van\\dyk b")
  expect(wholeWords.words).toEqual(["% van\\\\dyk %", "% off\\_ %", "% 50\\% %", "% zoe %"])
  expect(wholeWords.pieces).toEqual(wholeWords.words)
  expect(partsOfWords.words).toEqual(["%van\\\\dyk%", "%off\\_%", "%50\\%%", "%zoe%"])
  expect(number).toBeNull()
})

it("CN-09 asks the index for the beginning of a long word, and for a short one only when it stands alone", () => {
  const { wholeWords, partsOfWords } = customerSearch("jo quintero@example.com")
  expect(wholeWords.pieces).toEqual(["% quintero%", "%", "%", "%"])
  expect(wholeWords.words).toEqual(["% quintero@example.com %", "% jo %"])
  expect(partsOfWords.pieces).toEqual(["%quintero%", "%", "%", "%"])
  expect(partsOfWords.words).toEqual(["%quintero@example.com%", "% jo%"])
  expect(customerSearch("li").partsOfWords.pieces).toEqual(["% li%", "%", "%", "%"])
})

it("CN-09 takes digits for the beginning or the end of a number", () => {
  expect(customerSearch("(512) 555-01").number).toEqual({
    beginnings: ["+51255501", "+151255501"],
    reversedEnd: "10555215",
  })
  expect(customerSearch("12").number).toBeNull()
  expect(customerSearch("crm-123").number).toBeNull()
})
