import { describe, expect, it } from "vitest"
import { unasked } from "../../../domain/model/pending-appointment.ts"
import { inGsmAlphabet, segmentsOf } from "../../../domain/rules/texts/gsm.ts"
import { listText, sharedNumberText } from "../../../domain/rules/texts/list-wording.ts"
import { type OfferFacts, offerText } from "../../../domain/rules/texts/offer-wording.ts"
import { formatTime } from "../../../domain/rules/texts/text-times.ts"
import {
  appointmentText,
  asFirstText,
  codeText,
  helpText,
  seriesText,
} from "../../../domain/rules/texts/wording.ts"

const locales = ["en", "fr", "es"] as const
const manageUrl = `https://book.example.com/a/${"A".repeat(24)}`
const appointment = {
  type_name: "Entretien",
  place: "at_location" as const,
  location_name: "Vieux-Port",
  start_at: new Date("2027-03-01T20:05:00Z"),
  timezone: "America/Toronto",
  blocks: [{ start_time: "", end_time: "" }],
  status: "scheduled" as const,
  cancel_reason: null,
  ...unasked,
}
const words = {
  companyName: "Chauffage du Port",
  callPhone: "+15145550100",
  firstName: "Léa",
  manageUrl,
}

describe("a text about an appointment", () => {
  it("TR-05 carries when with the zone's short name, where, and the link, in the customer's language", () => {
    expect(locales.map((locale) => appointmentText("booked", appointment, { ...words, locale }))).toEqual([
      `Chauffage du Port: Léa, your appointment (Entretien) is booked for Mon, Mar 1 at 3:05 PM EST, at Vieux-Port. Change or cancel: ${manageUrl}`,
      `Chauffage du Port : Léa, votre rendez-vous (Entretien) est pris pour lun. 1er mars à 15 h 05 (HNE), lieu : Vieux-Port. Modifier ou annuler : ${manageUrl}`,
      `Chauffage du Port: Léa, su cita (Entretien) queda reservada: lun 1 mar a las 15:05 (EST), en Vieux-Port. Cambiar o cancelar: ${manageUrl}`,
    ])
  })

  it("TR-05 TR-13 names no office where the visit is at the customer's, or by phone or online", () => {
    const told = locales.flatMap((locale) =>
      (["at_customer", "remote"] as const).map((place) =>
        appointmentText("reminder", { ...appointment, place }, { ...words, locale, manageUrl: null }),
      ),
    )
    expect(told.filter((text) => text.includes("Vieux-Port"))).toEqual([])
    expect(told[0]).toBe(
      "Chauffage du Port: Léa, a reminder of your appointment (Entretien) on Mon, Mar 1 at 3:05 PM EST, at your address. Questions? Call +15145550100.",
    )
    expect(told[1]).toContain(", by phone or online.")
  })

  it("says how many days a job takes, and of a cancel only when it was", () => {
    const twoDays = { ...appointment, blocks: [...appointment.blocks, ...appointment.blocks] }
    expect(appointmentText("moved", twoDays, { ...words, locale: "en" })).toContain(
      "has moved to Mon, Mar 1 at 3:05 PM EST, at Vieux-Port (2 days). Change or cancel: ",
    )
    expect(appointmentText("cancelled", appointment, { ...words, locale: "en", callPhone: null })).toBe(
      "Chauffage du Port: Léa, your appointment (Entretien) on Mon, Mar 1 at 3:05 PM EST is cancelled.",
    )
  })

  it("CL-07 says how many seats of a class are booked, where it is more than one", () => {
    const told = (seats: number | null) =>
      locales.map((locale) => appointmentText("booked", { ...appointment, seats }, { ...words, locale }))
    expect(told(1)).toEqual(told(null))
    expect(told(3).map((text) => /\((Entretien.*?)\)/.exec(text)![1])).toEqual([
      "Entretien, 3 seats",
      "Entretien, 3 places",
      "Entretien, 3 plazas",
    ])
  })

  it("TR-05 fits two messages in every language, with the first text's words too", () => {
    for (const locale of locales) {
      const sender = { locale, companyName: "Harbour Heating" }
      const place = { ...appointment, type_name: "Boiler service", location_name: "Downtown" }
      const text = appointmentText("booked", place, { ...words, ...sender, firstName: "María" })
      expect([locale, segmentsOf(asFirstText(text, sender, "shared"))]).toEqual([locale, 2])
    }
  })
})

describe("the first text to a number", () => {
  const sender = { locale: "en" as const, companyName: "Cars.com" }

  it("TR-04 names the company and says how to stop, once each", () => {
    expect(asFirstText("Pick a time: https://book.example.com/r/x", sender, "company")).toBe(
      "Cars com: Pick a time: https://book.example.com/r/x\nReply STOP for no more texts.",
    )
    expect(asFirstText("Hello from cars com.", sender, "shared")).toBe(
      "Hello from cars com.\nReply STOP for no more texts from this number.",
    )
    expect(asFirstText("Cars com: hello. Reply STOP to stop.", sender, "company")).toBe(
      "Cars com: hello. Reply STOP to stop.",
    )
    expect(asFirstText("Good morning", { locale: "en", companyName: "Go" }, "company")).toMatch(/^Go: Good/)
  })

  it("TR-04 every code names the company and says how to stop, in one message", () => {
    for (const locale of locales) {
      const text = codeText(locale, "Cedar Home Services", "012345")
      expect(text).toMatch(/Cedar Home Services.*012345.*STOP/)
      expect([locale, segmentsOf(text)]).toEqual([locale, 1])
    }
  })
})

describe("WN-01 of a promised window no text tells the start", () => {
  const window = { ...appointment, end_at: new Date("2027-03-01T22:05:00Z"), work_minutes: 45 }
  const between = "Mon, Mar 1 between 3:05 PM and 5:05 PM EST"
  const sender = { ...words, locale: "en" as const }

  it("WN-01 of a list, as CANCEL is answered", () => {
    expect(listText("still_booked", [{ ...window, manageUrl: null }], sender)).toContain(
      `Entretien, ${between}`,
    )
  })

  it("WN-01 of a series", () => {
    const later = new Date("2027-03-08T20:05:00Z")
    const last = { ...window, start_at: later, end_at: new Date("2027-03-08T22:05:00Z") }
    const said = seriesText("booked", [window, last], sender)
    expect(said).toContain(between)
    expect(said).toContain("Mon, Mar 8 between 3:05 PM and 5:05 PM EST")
  })

  it("WN-01 of an offer to who waits", () => {
    const facts: OfferFacts = {
      ...{ firstName: "Léa", typeName: "Entretien", locationName: "Vieux-Port", providerName: "Cleo" },
      ...{ place: "at_customer", timezone: "America/Toronto", heldUntil: null, url: manageUrl },
      ...{ start_at: window.start_at, end_at: window.end_at, isWindow: true },
    }
    expect(offerText(facts, sender)).toContain(`Entretien, ${between}`)
    expect(offerText({ ...facts, isWindow: false }, sender)).toContain("Entretien, Mon, Mar 1 at 3:05 PM EST")
  })
})

describe("the upcoming appointments of a number", () => {
  const sender = { locale: "en" as const, companyName: "Harbour Heating", callPhone: "+15125550100" }
  const listed = {
    type_name: "Boiler service",
    start_at: appointment.start_at,
    timezone: "America/Chicago",
    status: "scheduled" as const,
  }

  it("TR-49 are named one a line, each with its link", () => {
    const second = { ...listed, type_name: "Check", manageUrl: `${manageUrl}2` }
    expect(listText("asked", [{ ...listed, manageUrl }, second], sender)).toBe(
      `Harbour Heating: To change or cancel your appointment:\nBoiler service, Mon, Mar 1 at 2:05 PM CST: ${manageUrl}\nCheck, Mon, Mar 1 at 2:05 PM CST: ${manageUrl}2`,
    )
    expect(listText("asked", [], sender)).toBeNull()
    expect(listText("asked", [{ ...listed, manageUrl: null }], sender)).toBeNull()
  })

  it("TR-04 are still booked after CANCEL: the answer says that texts have stopped, and how to cancel", () => {
    expect(listText("stopped", [{ ...listed, manageUrl }], sender)).toBe(
      `Harbour Heating: We've stopped texting you. Your appointment is still booked. To cancel:\nBoiler service, Mon, Mar 1 at 2:05 PM CST: ${manageUrl}`,
    )
    expect(listText("still_booked", [{ ...listed, manageUrl: null }], sender)).toBe(
      "Harbour Heating: Your appointment is still booked. To cancel, call +15125550100.\nBoiler service, Mon, Mar 1 at 2:05 PM CST",
    )
  })
})

it("every text of ours stays in the alphabet of text messages", () => {
  for (const locale of locales) {
    const sender = { locale, companyName: "Harbour Heating", callPhone: "+15125550100" }
    const texts = [
      helpText(locale, "Harbour Heating", "+15125550100"),
      sharedNumberText(locale, true),
      codeText(locale, "Harbour Heating", "123456"),
      ...(["booked", "moved", "cancelled", "reminder"] as const).map((news) =>
        appointmentText(news, { ...appointment, place: "remote" }, { ...words, ...sender }),
      ),
      ...(["asked", "still_booked", "stopped"] as const).map((occasion) =>
        listText(occasion, [{ ...appointment, manageUrl }], sender),
      ),
    ]
    for (const text of texts) expect(segmentsOf(text!)).toBe(text!.length <= 160 ? 1 : 2)
  }
})

it("letters that the alphabet lacks lose their accents; a name in another script keeps the text as it is", () => {
  expect(inGsmAlphabet("¿Su código, “Zoë” Ávila… à 5 €?")).toBe('¿Su codigo, "Zoe" Avila... à 5 €?')
  expect(inGsmAlphabet("李小龍, su código")).toBe("李小龍, su código")
  expect([segmentsOf("x".repeat(160)), segmentsOf("x".repeat(161))]).toEqual([1, 2])
  expect([segmentsOf("€".repeat(80)), segmentsOf("€".repeat(81))]).toEqual([1, 2])
  expect([segmentsOf("龍".repeat(70)), segmentsOf("龍".repeat(71))]).toEqual([1, 2])
})

it("TR-25 the zone's short name is that of the clock that counts, and a city's where a zone has no such word", () => {
  const at = Date.parse("2026-12-02T14:00:00Z")
  const said = (zone: string) => locales.map((locale) => formatTime(locale, zone, at))
  expect(said("America/Denver")).toEqual([
    "Wed, Dec 2 at 7:00 AM MST",
    "mer. 2 déc. à 7 h 00 (HNR)",
    "mié 2 dic a las 7:00 (MST)",
  ])
  expect(formatTime("en", "America/Winnipeg", at)).toMatch(/^Wed, Dec 2 at 9:00 AM \S/)
  expect(formatTime("en", "America/Winnipeg", at)).not.toContain("CST")
  expect(said("America/Bogota")).toEqual([
    "Wed, Dec 2 at 9:00 AM Bogota Time",
    "mer. 2 déc. à 9 h 00 (heure : Bogota)",
    "mié 2 dic a las 9:00 (hora de Bogota)",
  ])
})
