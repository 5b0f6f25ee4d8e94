import { describe, expect, it } from "vitest"
import { greetedName, withoutLinks } from "../../../domain/model/written-by-people.ts"

describe("names in texts", () => {
  it.each([
    ["Sam http://evil.example/login", "Sam"],
    ["Sam evil.example", "Sam"],
    ["HTTPS://EVIL.EXAMPLE Sam", "Sam"],
    ["Sam www.evil.example/a?b=c#d", "Sam"],
    ["Sam evil.example:8080/x", "Sam"],
    ["Sam evil\u3002com", "Sam"],
    ["Sam evil\u200b.example", "Sam"],
    ["Sam 192.0.2.7/x", "Sam"],
    ["Sam ftp://192.0.2.7", "Sam"],
    ["Sam sam@evil.example", "Sam sam@"],
    ["evil.example", "evil example"],
    ["St.John", "St John"],
  ])("TR-31 a customer called %s is greeted without a link", (name, greeted) => {
    expect(greetedName(name)).toBe(greeted)
  })

  it.each([
    "Ana María",
    "J.R.",
    "O’Neil-Smith",
    "Dr. Ruth",
    "José 3rd",
    "李小龍",
    "Zoë",
    "Jean-Luc",
    "Mr. T.",
  ])("TR-31 %s stays as it is", (name) => {
    expect([greetedName(name), withoutLinks(name)]).toEqual([name, name])
  })

  it.each([
    ["Cars.com", "Cars com"],
    ["Best of Cars.com Inc.", "Best of Cars com Inc."],
    ["Win at https://evil.example/x now", "Win at evil example now"],
    ["Boiler service (24/7)", "Boiler service (24/7)"],
    ["Version 2.5 check", "Version 2.5 check"],
    ["A/C repair", "A/C repair"],
  ])("TR-31 what the company calls %s keeps its words", (name, shown) => {
    expect(withoutLinks(name)).toBe(shown)
  })

  it("TR-31 a greeting is no place for a whole message", () => {
    const message = "URGENT your appointment is cancelled unless you call this number today"
    expect(greetedName(message).length).toBeLessThanOrEqual(40)
  })
})
