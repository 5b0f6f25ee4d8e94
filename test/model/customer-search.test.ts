import { expect, it } from "vitest"
import { customerSearch } from "../../src/model/customer-search.ts"

it("CN-09 takes the four longest words, and the signs of LIKE as they are", () => {
  const { wholeWords, partsOfWords, digits } = customerSearch("a 50% off_ Zoë van\\dyk b")
  expect(wholeWords).toEqual(["% van\\\\dyk %", "% off\\_ %", "% 50\\% %", "% zoe %"])
  expect(partsOfWords).toEqual(["%van\\\\dyk%", "%off\\_%", "%50\\%%", "%zoe%"])
  expect(digits).toBeNull()
})

it("CN-09 finds short words at the beginning only, and takes digits for a number", () => {
  expect(customerSearch("li").partsOfWords).toEqual(["% li%", "%", "%", "%"])
  expect(customerSearch("(512) 555-01").digits).toBe("%51255501%")
  expect(customerSearch("12").digits).toBeNull()
  expect(customerSearch("crm-123").digits).toBeNull()
})
