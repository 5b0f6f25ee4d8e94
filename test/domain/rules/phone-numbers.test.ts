import { expect, it } from "vitest"
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
