import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { twilioSignature } from "../../src/adapters/texts/twilio-posts.ts"
import { keywordOf, whyNotWelcome } from "../../src/rules/texts/consent.ts"
import { zonesOfNumber, zonesOfRecipient } from "../../src/rules/texts/recipient-zones.ts"
import { isAllowed, nextAllowed } from "../../src/rules/texts/send-times.ts"
import { appointmentText, formatTime } from "../../src/rules/texts/wording.ts"

const day = { startMinute: 540, endMinute: 1200 }
const at = (text: string) => Date.parse(text)
const shown = (ms: number) => new Date(ms).toISOString()

describe("quiet hours", () => {
  it("let a text go at once within them, from the first minute to before the last", () => {
    expect(isAllowed(day, "America/Chicago", at("2027-03-01T15:00:00Z"))).toBe(true)
    expect(isAllowed(day, "America/Chicago", at("2027-03-01T14:59:00Z"))).toBe(false)
    expect(isAllowed(day, "America/Chicago", at("2027-03-02T01:59:59Z"))).toBe(true)
    expect(isAllowed(day, "America/Chicago", at("2027-03-02T02:00:00Z"))).toBe(false)
  })

  it("hold it until the morning, right across both clock changes", () => {
    const next = (text: string) => shown(nextAllowed(day, ["America/Chicago"], at(text)))
    expect(next("2027-03-02T02:00:00Z")).toBe("2027-03-02T15:00:00.000Z")
    expect(next("2027-03-14T03:00:00Z")).toBe("2027-03-14T14:00:00.000Z")
    expect(next("2027-11-07T03:00:00Z")).toBe("2027-11-07T15:00:00.000Z")
  })

  it("may run over midnight, or all day", () => {
    const night = { startMinute: 1320, endMinute: 360 }
    expect(shown(nextAllowed(night, ["UTC"], at("2027-03-01T12:00:00Z")))).toBe("2027-03-01T22:00:00.000Z")
    expect(isAllowed(night, "UTC", at("2027-03-01T05:59:00Z"))).toBe(true)
    expect(isAllowed({ startMinute: 0, endMinute: 0 }, "UTC", at("2027-03-01T03:00:00Z"))).toBe(true)
  })

  it("hold in every zone where a recipient may be; where those never agree, the first decides", () => {
    const both = ["America/New_York", "America/Los_Angeles"] as const
    expect(shown(nextAllowed(day, both, at("2027-03-01T12:00:00Z")))).toBe("2027-03-01T17:00:00.000Z")
    expect(shown(nextAllowed(day, both, at("2027-03-02T01:30:00Z")))).toBe("2027-03-02T17:00:00.000Z")
    const narrow = { startMinute: 540, endMinute: 600 }
    expect(shown(nextAllowed(narrow, both, at("2027-03-01T12:00:00Z")))).toBe("2027-03-01T14:00:00.000Z")
  })
})

describe("where a recipient is", () => {
  const unknown = { timezone: null, latitude: null, longitude: null, phone: "+15125550123" }
  const place = { locationZone: "America/Denver" }

  it("is told by what is set, then the address, then the area code, then the place", () => {
    const austin = { ...unknown, latitude: 30.27, longitude: -97.74, phone: "+12125550123" }
    expect(zonesOfRecipient({ ...austin, timezone: "America/Phoenix" }, place)).toEqual(["America/Phoenix"])
    expect(zonesOfRecipient(austin, place)).toEqual(["America/Chicago"])
    expect(zonesOfRecipient(unknown, place)).toEqual(["America/Chicago"])
    expect(zonesOfRecipient({ ...unknown, phone: "+442071838750" }, place)).toEqual(["America/Denver"])
  })

  it("knows area codes that lie in several zones, and those of no place", () => {
    expect(zonesOfNumber("+18505550123")).toEqual(["America/Chicago", "America/New_York"])
    expect(zonesOfNumber("+18085550123")).toEqual(["Pacific/Honolulu"])
    expect(zonesOfNumber("+17095550123")).toEqual(["America/Halifax", "America/St_Johns"])
    expect(zonesOfNumber("+14165550123")).toEqual(["America/Toronto"])
    expect(zonesOfNumber("+18005550123")).toBe(null)
    expect(zonesOfNumber("+33123456789")).toBe(null)
  })
})

it("CU-02 OU-03 who may be texted follows the newest word on the number, and who made the customer", () => {
  const outcomes = (["code", "confirmation", "change", "reminder", "outreach"] as const).map((purpose) =>
    [
      whyNotWelcome(purpose, null, "company"),
      whyNotWelcome(purpose, null, "public_page"),
      whyNotWelcome(purpose, "granted", "agent"),
      whyNotWelcome(purpose, "revoked", "company"),
    ].join(),
  )
  expect(outcomes).toEqual([
    ",,,",
    ",,,opted_out",
    ",,,opted_out",
    ",no_consent,,opted_out",
    ",no_consent,,opted_out",
  ])
})

it("STOP, START and HELP are understood in three languages, whatever their case and accents", () => {
  expect(["stop", " Stop. ", "ARRÊT", "alto", "UNSUBSCRIBE"].map(keywordOf)).toEqual(Array(5).fill("stop"))
  expect(["Start", "UNSTOP"].map(keywordOf)).toEqual(["start", "start"])
  expect(["help", "Aide"].map(keywordOf)).toEqual(["help", "help"])
  expect(["please stop calling me", "", "ok"].map(keywordOf)).toEqual([null, null, null])
})

it("what Twilio signs is signed as its documentation says, and as openssl computes it", () => {
  const form: [string, string][] = [
    ["Digits", "1234"],
    ["To", "+18005551212"],
    ["From", "+14158675310"],
    ["Caller", "+14158675310"],
    ["CallSid", "CA1234567890ABCDE"],
  ]
  const url = "https://example.com/myapp.php?foo=1&bar=2"
  const signed = `${url}CallSidCA1234567890ABCDECaller+14158675310Digits1234From+14158675310To+18005551212`
  const independent = execFileSync("openssl", ["dgst", "-sha1", "-hmac", "12345", "-binary"], {
    input: signed,
  })
  expect(twilioSignature("12345", url, form)).toBe(independent.toString("base64"))
})

it("appointments are spoken of in the customer's language, on the clock of the place, named where the company's differs", () => {
  const appointment = {
    type_name: "Entretien",
    start_at: new Date("2027-03-01T20:05:00Z"),
    timezone: "America/Toronto",
    blocks: [{ start_time: "", end_time: "" }],
  }
  const words = {
    companyName: "Chauffage du Port",
    companyZone: "America/Montreal",
    callPhone: "+15145550100",
    firstName: "Léa",
  }
  expect(appointmentText("booked", appointment, { ...words, locale: "fr" })).toBe(
    "Chauffage du Port : Léa, votre rendez-vous (Entretien) est pris pour lun. 1er mars à 15 h 05. Des questions ? Appelez le +15145550100.",
  )
  const twoDays = { ...appointment, blocks: [...appointment.blocks, ...appointment.blocks] }
  expect(appointmentText("moved", twoDays, { ...words, locale: "es", callPhone: null })).toBe(
    "Chauffage du Port: Léa, su cita (Entretien) cambia de hora: lun 1 mar a las 15:05 (2 días).",
  )
  expect(appointmentText("cancelled", appointment, { ...words, locale: "en", callPhone: null })).toBe(
    "Chauffage du Port: Léa, your appointment (Entretien) on Mon, Mar 1 at 3:05 PM is cancelled.",
  )
  const inDenver = { ...appointment, timezone: "America/Denver" }
  const whens = (["en", "fr", "es"] as const).map((locale) =>
    appointmentText("booked", inDenver, { ...words, locale, callPhone: null }),
  )
  expect(whens).toEqual([
    "Chauffage du Port: Léa, your appointment (Entretien) is booked for Mon, Mar 1 at 1:05 PM Mountain Time.",
    "Chauffage du Port : Léa, votre rendez-vous (Entretien) est pris pour lun. 1er mars à 13 h 05 (heure des Rocheuses).",
    "Chauffage du Port: Léa, su cita (Entretien) queda reservada: lun 1 mar a las 13:05 (hora de las Montañas Rocosas).",
  ])
})

it("TR-25 names a zone by its city where the runtime, with older rules, would give it the name of another clock", () => {
  const nineOClock = Date.parse("2026-12-02T14:00:00Z")
  const said = (["en", "fr", "es"] as const).map((locale) =>
    formatTime(locale, "America/Winnipeg", nineOClock, "America/Chicago"),
  )
  expect(said).toEqual([
    "Wed, Dec 2 at 9:00 AM Winnipeg Time",
    "mer. 2 déc. à 9 h 00 (heure : Winnipeg)",
    "mié 2 dic a las 9:00 (hora de Winnipeg)",
  ])
  expect(formatTime("en", "America/Winnipeg", nineOClock, "America/New_York")).toBe("Wed, Dec 2 at 9:00 AM")
})
