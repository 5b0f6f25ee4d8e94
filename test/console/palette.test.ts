/** The palette, but for what the browser does: days as they are said, settings by their meaning, marks. */
import { describe, expect, it } from "vitest"
import { isCertain } from "../../console/palette/customers.ts"
import { daysMeant, isSurelyDay } from "../../console/palette/days.ts"
import { allDeeds, type FindableEntry } from "../../console/palette/deeds.ts"
import { allSettings } from "../../console/palette/settings.ts"
import { bestOf, markedIn, termsIn } from "../../console/palette/terms.ts"
import { screens } from "../../console/screens.ts"
import type { User } from "../../console/session.ts"
import { sectionsOf, topics } from "../../console/settings/topics.ts"
import { type Locale, readWords } from "../../console/words/words.ts"

const words = { en: await readWords("en"), es: await readWords("es"), fr: await readWords("fr") }
const noRecords = { locations: [], types: [], providers: [], resources: [] }
const admin = { role: "admin" } as User

const foundBy = (typed: string, all: readonly FindableEntry[]) =>
  bestOf(termsIn(typed), all, 4).map(({ deeds }) => deeds[0].to)
const settings = (
  typed: string,
  locale: Locale = "en",
  records: Parameters<typeof allSettings>[1] = noRecords,
) => foundBy(typed, allSettings(words[locale], records, typed))
const deeds = (typed: string, locale: Locale = "en") =>
  foundBy(typed, allDeeds(words[locale], admin, screens))

describe("the palette", () => {
  /** Tuesday, March 2. */
  const today = "2027-03-02"

  it.each([
    ["march 3", "en-US", ["2027-03-03"]],
    ["Tomorrow", "en-US", ["2027-03-03"]],
    ["2027-03-03", "en-US", ["2027-03-03"]],
    ["day after tomorrow", "en-US", ["2027-03-04"]],
    ["in 2 weeks", "en-US", ["2027-03-16"]],
    ["in 3 days", "en-US", ["2027-03-05"]],
    ["next fri", "en-US", ["2027-03-12", "2027-03-05"]],
    ["next tue", "en-US", ["2027-03-09"]],
    ["3 de marzo", "es-ES", ["2027-03-03"]],
    ["mañana", "es-ES", ["2027-03-03"]],
    ["pasado mañana", "es-ES", ["2027-03-04"]],
    ["el viernes", "es-ES", []],
    ["viernes que viene", "es-ES", ["2027-03-12", "2027-03-05"]],
    ["en 2 semanas", "es-ES", ["2027-03-16"]],
    ["3 mars", "fr-FR", ["2027-03-03"]],
    ["demain", "fr-FR", ["2027-03-03"]],
    ["après-demain", "fr-FR", ["2027-03-04"]],
    ["vendredi prochain", "fr-FR", ["2027-03-12", "2027-03-05"]],
    ["dans 3 jours", "fr-FR", ["2027-03-05"]],
    ["lake", "en-US", []],
    ["next lake", "en-US", []],
    ["14 Lake Rd", "en-US", []],
  ])("CB-07 reads “%s” (%s) as a day", (typed, tag, expected) => {
    expect(daysMeant(typed, today, tag)).toEqual(expected)
  })

  it("CB-07 takes a short word or number for the beginning of a name as well", () => {
    expect(["sam", "15", "mar."].map(isSurelyDay)).toEqual([false, false, false])
    expect(["today", "march 3", "3/5", "next tue"].map(isSurelyDay)).toEqual([true, true, true, true])
  })

  it.each([
    ["logo", ["/settings/brand"]],
    ["holiday", ["/settings/closed", "/settings/providers"]],
    ["vacation", ["/settings/closed"]],
    ["chair", ["/settings/resources?field=name"]],
    ["crew", ["/settings/types?field=needs"]],
    ["colour", ["/settings/brand?field=brand", "/settings/types?field=steps"]],
    ["color", ["/settings/brand?field=brand"]],
    ["arrival", ["/settings/types?field=promise"]],
    ["recurring", ["/settings/types?field=seats"]],
    ["series", ["/settings/types?field=seats"]],
    ["pending", ["/settings/types?field=confirmation"]],
    ["price", ["/settings/types?field=description", "/settings/types?field=duration_options"]],
    ["notice", ["/settings/types?field=min_notice_minutes"]],
    ["second factor", ["/people/sign-in"]],
    ["webhook", ["/developers"]],
    ["zip", ["/settings/areas"]],
  ])("CB-07 finds a setting by “%s”", (typed, expected) => {
    expect(settings(typed)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    ["es", "logotipo", "/settings/brand"],
    ["es", "festivo", "/settings/closed"],
    ["es", "silla", "/settings/resources?field=name"],
    ["es", "equipo", "/settings/types?field=needs"],
    ["es", "precio", "/settings/types?field=description"],
    ["es", "antelacion", "/settings/types?field=min_notice_minutes"],
    ["fr", "logo", "/settings/brand"],
    ["fr", "férié", "/settings/closed"],
    ["fr", "fauteuil", "/settings/resources?field=name"],
    ["fr", "équipe", "/settings/types?field=needs"],
    ["fr", "tarif", "/settings/types?field=description"],
    ["fr", "delai", "/settings/types?field=min_notice_minutes"],
  ] as const)("CB-07 finds a setting in %s by “%s”", (locale, typed, expected) => {
    expect(settings(typed, locale)).toContain(expected)
  })

  it("CB-07 shows each setting once, at the record that is named or the only one, else in the list", () => {
    const types = [
      { id: 5, name: "Boiler service" },
      { id: 6, name: "Tile measuring" },
    ]
    expect(settings("notice", "en", { ...noRecords, types })[0]).toBe(
      "/settings/types?field=min_notice_minutes",
    )
    expect(settings("notice tile", "en", { ...noRecords, types })).toEqual([
      "/settings/types/6?field=min_notice_minutes",
      "/settings/types/6?field=cancel_notice_minutes",
    ])
    expect(settings("notice", "en", { ...noRecords, types: [types[0]!] })[0]).toBe(
      "/settings/types/5?field=min_notice_minutes",
    )
    expect(settings("tile", "en", { ...noRecords, types })[0]).toBe("/settings/types/6")
    const ids = allSettings(words.en, { ...noRecords, types }, "notice").map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(settings("min_notice_minutes")).toEqual([])
  })

  it.each(["en", "es", "fr"] as const)(
    "CB-07 has everyday words for every setting in %s, and no others",
    (locale) => {
      const { topics: wholes, elsewhere, ...forms } = words[locale].palette.meanings
      const meant = Object.entries(forms).flatMap(([form, each]) =>
        Object.keys(each).map((name) => `${form}.${name}`),
      )
      const asked = topics
        .filter(({ name }) => !(name in wholes))
        .flatMap((topic) =>
          sectionsOf(topic).flatMap((section) =>
            Object.keys(topic.form.sections[section]!).map((field) => `${topic.form.name}.${field}`),
          ),
        )
      expect(new Set(asked)).toEqual(new Set(meant))
      const all = [
        ...Object.values(wholes),
        ...Object.values(elsewhere),
        ...Object.values(forms).flatMap((each) => Object.values(each)),
      ]
      expect(all.filter((each) => each.trim() === "")).toEqual([])
    },
  )

  it("CB-07 finds deeds by what people say", () => {
    expect(bestOf(termsIn("vac"), allDeeds(words.en, admin, screens), 1)[0]).toMatchObject({
      title: "Give somebody time off",
      about: "vacation",
    })
    expect(deeds("sick")[0]).toBe("/disruptions/new")
    expect(deeds("vacation")).toEqual(expect.arrayContaining(["/?off=new", "/settings/closed"]))
    expect(deeds("new appo")[0]).toBe("/?book=new")
    expect(deeds("malade", "fr")).toContain("/disruptions/new")
    expect(deeds("reservar", "es")[0]).toBe("/?book=new")
    const members = allDeeds(words.en, { role: "member" } as unknown as User, screens)
    expect(members.flatMap(({ deeds: [{ to }] }) => (to?.startsWith("/settings") ? [to] : []))).toEqual([])
  })

  it("CB-07 says where a customer’s name is one letter off, and marks what was typed", () => {
    const customer = {
      name: "Jo O’Hara-Vogel",
      phone: "+12125550114",
      email: null,
      external_ref: null,
      address: { line1: "14 Lake Rd", postal_code: "78701", city: "Austin" },
    } as unknown as Parameters<typeof isCertain>[1]
    expect(
      ["ohara", "lake", "78701", "vogel", "(212) 555", "5550114"].map((typed) => isCertain(typed, customer)),
    ).toEqual(Array(6).fill(true))
    expect(isCertain("vogl", customer)).toBe(false)
    expect(markedIn("14 Lake Rd", ["lak"])).toEqual([
      { text: "14 ", isMarked: false },
      { text: "Lak", isMarked: true },
      { text: "e Rd", isMarked: false },
    ])
    expect(markedIn("Zoë", ["zoe"])).toEqual([{ text: "Zoë", isMarked: true }])
  })
})
