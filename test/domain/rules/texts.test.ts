import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import {
  consentNeeded,
  keywordOf,
  localeOfCancel,
  numberToText,
  whyNotAnswered,
} from "../../../domain/rules/texts/consent.ts"
import { zonesOfNumber, zonesOfRecipient } from "../../../domain/rules/texts/recipient-zones.ts"
import { isAllowed, nextAllowed } from "../../../domain/rules/texts/send-times.ts"
import { twilioSignature } from "../../../service/host/adapters/texts/twilio.ts"

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

describe("TR-01 who may be texted", () => {
  const at = new Date("2027-03-01T12:00:00Z")
  const said = (event: "granted" | "revoked", source = "on the phone", newer = 0) => ({
    event,
    source,
    at: new Date(at.getTime() + newer),
  })
  const main = "+15125550101"
  const second = "+15125550102"
  const third = "+15125550103"
  const whyNot = (result: ReturnType<typeof numberToText>) =>
    "reason" in result ? result.reason : result.phone

  it("CU-02 OU-03 MD-01 depends on who made the customer, and on the page for what was booked there", () => {
    expect([
      consentNeeded({}, "company"),
      consentNeeded({ bookedBy: "admin" }, "company"),
      consentNeeded({ bookedBy: "public" }, "company"),
      consentNeeded({}, "public_page"),
      consentNeeded({ bookedBy: "agent" }, "agent"),
    ]).toEqual(["unless_revoked", "unless_revoked", "granted", "granted", "granted"])
  })

  it("TR-02 is the main number if it may be, else the next that may", () => {
    const numbers = (...newest: (ReturnType<typeof said> | null)[]) =>
      [main, second, third].slice(0, newest.length).map((phone, n) => ({ phone, newest: newest[n]! }))
    const outcomes = [
      numberToText([], "unless_revoked"),
      numberToText(numbers(null, said("granted")), "unless_revoked"),
      numberToText(numbers(null, said("granted")), "granted"),
      numberToText(numbers(said("revoked"), said("revoked"), said("granted", "", 1)), "unless_revoked"),
      numberToText(numbers(said("revoked"), null), "unless_revoked"),
      numberToText(numbers(said("revoked"), null), "granted"),
      numberToText(numbers(null, said("revoked")), "granted"),
    ].map(whyNot)
    expect(outcomes).toEqual(["no_phone", main, second, third, second, "opted_out", "no_consent"])
  })

  it("TR-03 is none for a number that came after its owner opted out on the phone, until it agrees", () => {
    const told = { phone: second, newest: said("revoked", "agent") }
    const numberFor = (newest: ReturnType<typeof said> | null) =>
      whyNot(numberToText([{ phone: main, newest }, told], "unless_revoked"))
    expect([numberFor(null), numberFor(said("granted"))]).toEqual(["opted_out", main])
    const stopped = { phone: second, newest: said("revoked", "customer replied STOP") }
    expect(whyNot(numberToText([{ phone: main, newest: null }, stopped], "unless_revoked"))).toBe(main)
  })

  it("TR-03 the holder who asks gets it, unless they replied STOP or the carrier said so", () => {
    const answered = (newest: ReturnType<typeof said> | null) => whyNotAnswered("links", newest)
    expect([null, said("granted"), said("revoked", "agent")].map(answered)).toEqual([null, null, null])
    const stops = [said("revoked", "carrier"), said("revoked", "customer replied STOP")]
    expect(stops.map(answered)).toEqual(["opted_out", "opted_out"])
    expect(stops.map((newest) => whyNotAnswered("cancel_reply", newest))).toEqual([null, null])
  })
})

it.each([
  [
    "stop",
    ...[
      "stop",
      " Stop. ",
      "ARRÊT",
      "alto",
      "UNSUBSCRIBE",
      "Stop. Thank you",
      "“STOP”",
      "'stop'",
      "(Stop)",
      "*STOP*",
    ],
    ...[
      "Opt-out",
      "opt out",
      "OPT–OUT!",
      "Please stop",
      "stop please",
      "Stop, please. Thanks!",
      "STOP STOP STOP",
    ],
    ...[
      "Stop texting me",
      "Please stop texting me, thank you",
      "no more texts",
      "¡Alto, por favor!",
      "Arrêtez s’il vous plaît",
    ],
    ...["Unsubscribe me", "End.", "quit!!!", "Okay stop"],
  ],
  ["start", "Start", "UNSTOP", "start please"],
  ["yes", "Yes", "yes!", "“Yes.”", "Yes please", "oui", "Sí", "Ok yes"],
  ["help", "help", "Aide", "HELP?"],
  ["stop_or_cancel", "Cancel.", "Please cancel"],
  ["cancel", "annuler", "CANCELAR", "cancelar, por favor"],
  ["coming", "c", " C "],
  ["courtesy", "ok", "Thanks!", "Ok, thank you.", "👍", "", "Merci !", "..."],
  [
    null,
    ...[
      "please stop calling me at work about Tuesday",
      "Stop by at five?",
      "Don't stop",
      "the end of the day",
    ],
    ...[
      "Yes but later",
      "I can't start before nine",
      "C u",
      "No",
      "cancel the second one",
      "help me move it",
    ],
    `stop ${"x ".repeat(200)}`,
  ],
] as [string | null, ...string[]][])(
  "CW-14 a reply is read as %s, whatever case, accents, signs and courtesies are around the word",
  (keyword, ...bodies) => {
    for (const body of bodies) expect([body, keywordOf(body)]).toEqual([body, keyword])
  },
)

it("CW-14 the language of a cancel is told through signs and courtesies", () => {
  expect(["Cancel.", "annuler, merci", "«CANCELAR»"].map(localeOfCancel)).toEqual(["en", "fr", "es"])
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
