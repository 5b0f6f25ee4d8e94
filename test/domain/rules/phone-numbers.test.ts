import { expect, it } from "vitest"
import { phone } from "../../../domain/model/fields.ts"
import { e164Of } from "../../../domain/rules/texts/phone-numbers.ts"

it("AG-01 reads numbers as platforms, carriers and models write them", () => {
  const written = [
    "+15125550123",
    "15125550123",
    "5125550123",
    "(512) 555-0123",
    " 512.555.0123 ",
    "+1 512 555 0123",
  ]
  for (const number of written) expect(e164Of(number), number).toBe("+15125550123")
  expect(e164Of("+447911123456")).toBe("+447911123456")
})

it("TQ-06 takes no spelling of a hidden caller for a number, however possible a number it makes", () => {
  for (const written of ["7378742833", "17378742833", "+17378742833", "+1 (737) 874-2833", "+7378742833"]) {
    expect(e164Of(written), written).toBeNull()
  }
})

it("AG-01 takes nothing else for a number, least of all what carriers send for hidden ones", () => {
  const hidden = [
    "+266696687",
    "266696687",
    "+1266696687",
    "+7378742833",
    "+2562533",
    "+8656696",
    "+86282452253",
  ]
  const words = [
    "",
    " ",
    "anonymous",
    "Restricted",
    "unavailable",
    "sip:sam@example.com",
    "client:sam",
    "911",
    "+1",
  ]
  for (const text of [...hidden, ...words, null, undefined, "+15125550123 ext. 5", "5".repeat(40)]) {
    expect(e164Of(text), String(text)).toBeNull()
  }
})

it("CW-11 takes a number that nobody can have for none, from any source", () => {
  const placeholders = [
    ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(10)),
    ...[
      "1234567890",
      "0123456789",
      "000-000-0001",
      "012 555 0123",
      "112 555 0123",
      "512 055 0123",
      "512 155 0123",
    ],
  ]
  for (const written of placeholders) {
    for (const spelling of [
      written,
      `+1${written}`,
      `1 ${written}`,
      `+1 (${written.slice(0, 3)}) ${written.slice(3)}`,
    ])
      expect(e164Of(spelling), spelling).toBeNull()
    const e164 = `+1${written.replace(/\D/g, "")}`
    expect(phone.safeParse(e164).success, e164).toBe(false)
  }
  expect(e164Of("+49 000 000000")).toBeNull()
  for (const real of ["+12025550100", "+15125551111", "+17872345678", "+4522222222"]) {
    expect(e164Of(real), real).toBe(real)
    expect(phone.safeParse(real).success, real).toBe(true)
  }
})
