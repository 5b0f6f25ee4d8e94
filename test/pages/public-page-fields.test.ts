import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addressOf, emptyDraft } from "../../pages/customer/public-page/draft.ts"
import {
  addressFields,
  groupedPhone,
  invalidFields,
  nameFields,
  phoneNumberOf,
} from "../../pages/customer/public-page/draft-fields.ts"
import { publicPageWords } from "../../pages/customer/public-page/words.ts"
import { formatsFor } from "../../pages/shared/formats.ts"
import { solveProof } from "../../ui/proof-of-work.ts"
import { drawn } from "../support/trials.ts"

describe("PB-05 a number", () => {
  it.each([
    "5125550123",
    "(512) 555-0123",
    "512.555.0123",
    "1 512 555 0123",
    "+1 (512) 555-0123",
    "+15125550123",
  ])("%s is one of the US or Canada", (typed) => {
    expect(phoneNumberOf(typed)).toBe("+15125550123")
  })

  it.each(["", "512555012", "0125550123", "5120550123", "+44 20 7946 0958", "51255501234", "abc"])(
    "%s is none",
    (typed) => {
      expect(phoneNumberOf(typed)).toBeNull()
    },
  )

  it("is grouped while it is typed, and can be deleted again", () => {
    let text = ""
    for (const digit of "5125550123") text = groupedPhone(text + digit)
    expect(text).toBe("(512) 555-0123")
    let presses = 0
    for (; text !== "" && presses < 20; presses++) text = groupedPhone(text.slice(0, -1))
    expect(presses).toBeLessThan(20)
    expect(groupedPhone("+44 20")).toBe("+44 20")
    expect(groupedPhone("+1")).toBe("+1")
  })

  it("keeps its digits whatever is typed", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,9}$/), (digits) => {
        expect(groupedPhone(digits).replace(/\D/g, "")).toBe(digits)
      }),
      drawn(800, 20_270_318),
    )
  })
})

describe("fields", () => {
  const typed = {
    ...emptyDraft,
    line1: " 2 Oak Ave ",
    city: "Austin",
    state: "TX",
    postalCode: "78702",
    firstName: "Rosa",
    lastName: "Diaz",
  }

  it("that are missing or wrong are named, in their order", () => {
    expect(Object.keys(invalidFields(emptyDraft, addressFields))).toEqual([
      "line1",
      "city",
      "state",
      "postalCode",
    ])
    expect(invalidFields(typed, [...addressFields, ...nameFields])).toEqual({})
    expect(invalidFields({ ...typed, firstName: "  ", email: "rosa" }, nameFields)).toEqual({
      firstName: true,
      email: true,
    })
  })

  it("know both countries' postal codes", () => {
    const right = (country: "US" | "CA", postalCode: string) =>
      Object.keys(invalidFields({ ...typed, country, postalCode }, addressFields)).length === 0
    expect([right("US", "78702-1234"), right("CA", "k1a 0b1"), right("CA", "K1A0B1")]).toEqual([
      true,
      true,
      true,
    ])
    expect([right("US", "K1A 0B1"), right("CA", "78702"), right("US", "7870")]).toEqual([false, false, false])
  })

  it("are sent trimmed, an empty second line as none", () => {
    expect(addressOf(typed)).toMatchObject({ line1: "2 Oak Ave", line2: null, country: "US" })
  })
})

describe("the bot check", () => {
  const challengeFor = async (number: number) => ({
    algorithm: "SHA-256" as const,
    salt: "abc?expires=1",
    challenge: await sha256(`abc?expires=1${number}`),
    maxnumber: 1_200,
    signature: "s",
  })

  async function sha256(text: string): Promise<string> {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return new Uint8Array(hash).toHex()
  }

  it.each([0, 499, 500, 1_200])("finds the number %i", async (number) => {
    const challenge = await challengeFor(number)
    const answer = await solveProof(challenge)
    expect(JSON.parse(atob(answer!))).toEqual({
      algorithm: "SHA-256",
      salt: "abc?expires=1",
      challenge: challenge.challenge,
      signature: "s",
      number,
    })
  })

  it("gives up where there is none", async () => {
    expect(await solveProof(await challengeFor(1_201))).toBeNull()
  })
})

describe("languages", async () => {
  const [en, fr, es] = await Promise.all(
    (["en", "fr", "es"] as const).map(async (locale) => (await publicPageWords.load(locale)).own),
  )

  it("fill every word and form", () => {
    const paths = (value: unknown, at = ""): string[] =>
      value && typeof value === "object"
        ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`))
        : [value === "" ? `${at} is empty` : at]
    expect(paths(fr)).toEqual(paths(en))
    expect(paths(es)).toEqual(paths(en))
    expect(paths(en).filter((path) => path.endsWith("is empty"))).toEqual([])
  })

  it("PB-11 say who texts, what, and how to stop", () => {
    for (const { consent } of [en!, fr!, es!]) {
      expect(consent({ company: "Northwind" })).toMatch(/^Northwind .*STOP.*HELP/)
    }
    expect(en!.consent({ company: "Northwind" })).toContain(
      "Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. Not required to book.",
    )
  })

  it("say a wait as people do", () => {
    expect([45, 90, 91, 1_800, 3_600, 7_201].map(formatsFor("en").wait)).toEqual([
      "45 seconds",
      "90 seconds",
      "2 minutes",
      "30 minutes",
      "60 minutes",
      "3 hours",
    ])
    expect(formatsFor("fr").wait(120)).toBe("2 minutes")
  })
})
