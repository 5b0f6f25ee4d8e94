import { describe, expect, it } from "vitest"
import { supportedPhone } from "../../../domain/rules/texts/phone-numbers.ts"

describe("CW-11 numbers of the territories of the United States are theirs", () => {
  it.each([
    ["Puerto Rico", "(787) 234-5678", "+17872345678"],
    ["Puerto Rico's newer code", "(939) 234-5678", "+19392345678"],
    ["Guam", "(671) 635-1234", "+16716351234"],
    ["the Virgin Islands", "(340) 642-1234", "+13406421234"],
    ["American Samoa", "(684) 733-1234", "+16847331234"],
    ["the Northern Marianas", "(670) 234-5678", "+16702345678"],
  ])("CW-11 %s", (_name, typed, phone) => expect(supportedPhone(typed)).toBe(phone))
})

describe("PB-05 numbers that codes may go to", () => {
  it.each([
    ["512 555 0123", "+15125550123"],
    ["(416) 555-0123", "+14165550123"],
    ["+1 905 555 0123", "+19055550123"],
    ["1-907-555-0123", "+19075550123"],
  ])("%s", (typed, phone) => expect(supportedPhone(typed)).toBe(phone))

  it.each([
    ["toll-free", "+18885550123"],
    ["premium", "+19005550123"],
    ["personal", "+15005550006"],
    ["satellite and other special ones", "+16005550123"],
    ["Jamaica", "+18765550123"],
    ["the Bahamas", "+12425550123"],
    ["the Dominican Republic", "+18095550123"],
    ["Britain", "+447911123456"],
    ["an area code that nobody has", "+17005550123"],
    ["an exchange that cannot be", "+15121550123"],
    ["with an extension", "512 555 0123 ext. 9"],
    ["too short", "555 0123"],
    ["words", "call me"],
    ["nothing", ""],
  ])("not %s", (_name, typed) => expect(supportedPhone(typed)).toBeNull())
})
