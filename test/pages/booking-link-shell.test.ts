import { describe, expect, it } from "vitest"
import type { LinkView } from "../../domain/contracts/booking-link.ts"
import type { Locale } from "../../domain/contracts/customer-pages.ts"
import type { Framing } from "../../domain/contracts/page-renderer.ts"
import { bookingLinkWords } from "../../pages/customer/booking-link/words.ts"
import { createRenderer } from "../../pages/server/pages.tsx"
import { googleCalendarUrl, outlookCalendarUrl } from "../../pages/shared/add-to-calendar.tsx"
import { speak, startInWords } from "../../pages/shared/language.ts"
import { learnClocksOf } from "./clocks.ts"
import { hourAt, openLink, scheduledLink } from "./story.ts"

const assets = {
  script: "/assets/link.js",
  styles: "main{margin:0}",
  preload: ["/assets/en.js"],
  framed: "talkToSite()",
}
const renderer = createRenderer(() => assets)
const alone = { origins: [], isFramed: false }
const page = (view: LinkView | null, locale: "en" | "fr" = "en", framing: Framing = alone) =>
  renderer.bookingLink({ view, ended: null, locale, region: null, nonce: "n0nce", framing })

const northwind = { companyName: "Northwind", companyPhone: "+15125550100", companyAccentColor: "#0f766e" }
const ended = (company: typeof northwind | null, framing: Framing = alone) =>
  renderer.bookingLink({ view: null, ended: company, locale: "en", region: null, nonce: "n", framing })

describe("the link's HTML", () => {
  it("LK-01 shows company, first name, what and times before any script runs", () => {
    const body = page(openLink()).split('<script type="application/json"')[0]!
    for (const text of [
      "Northwind",
      "Hello Sam",
      "Boiler service",
      "1 hour",
      "Mar – Apr 2027",
      "10:00\u00a0AM",
    ]) {
      expect(body).toContain(text)
    }
    expect(body).toContain("<noscript>")
    expect(body).toContain('href="tel:+15125550100"')
  })

  it("FX-05 shows the length beside the label that a request gives it, and once where both say the same", () => {
    const view = openLink()
    view.appointmentType = {
      ...view.appointmentType,
      durationLabel: "Deep",
      durationMinutes: 75,
      blockMinutes: [75],
    }
    expect(page(view)).toContain("Deep · 1 hour 15 minutes")
    view.appointmentType.durationLabel = "1 Hour 15 minutes"
    expect(page(view)).toContain(">1 hour 15 minutes\u00a0·")
  })

  it("FX-02 the button for a proposed window names the window, and of a start the start", () => {
    const view = scheduledLink()
    const proposal = {
      ...{
        id: 1,
        startTime: "2027-03-10T16:00:00.000Z",
        endTime: "2027-03-10T20:00:00.000Z",
      },
      ...{ providerName: "", locationName: null },
    }
    const plain = (html: string) => html.replaceAll("\u00a0", " ")
    const pending = { answerBy: "2027-03-09T16:00:00.000Z", proposals: [proposal] }
    const { kind: _, ...start } = view.appointment!
    view.appointment = { ...start, pending }
    expect(plain(page(view))).toContain("Book Wed, Mar 10 at 10:00 AM")
    view.appointment = { ...start, kind: "window", pending }
    expect(plain(page(view))).toContain("Book Wed, Mar 10 between 10 AM and 2 PM")
  })

  it("LK-09 is kept out of indexes and sends no referrer; GE-03 names no service", () => {
    const html = page(openLink())
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('<meta name="referrer" content="no-referrer"/>')
    expect(html).toContain("<title>Boiler service · Northwind</title>")
    expect(html.toLowerCase()).not.toContain("appointed")
  })

  it("speaks the asked language", () => {
    const html = page(openLink(), "fr")
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain("Bonjour Sam")
    expect(html).toContain("Mars–avr. 2027")
  })

  it("lets no name break out of its place", () => {
    const nasty = `</script><img src=x onerror="alert(1)">\u2028`
    const view = openLink()
    view.customer.firstName = nasty
    view.company.accentColor = "red}</style><script>"
    const html = page(view)
    expect(html).not.toContain("<img src=x")
    expect(html).not.toContain("\u2028</script>")
    const json = /id="view">([^<]*)<\/script>/.exec(html)![1]!
    expect(JSON.parse(json)).toEqual(view)
    expect(html.match(/<style/g)).toHaveLength(1)
  })

  it("carries the nonce on every script and style, and no style attribute", () => {
    const html = page(openLink())
    expect(
      html.match(/<(script type="module"|style|link rel="(stylesheet|modulepreload)")[^>]*>/g),
    ).toHaveLength(2)
    for (const tag of html.match(/<(script type="module"|style|link rel="[sm])[^>]*>/g)!) {
      expect(tag).toContain('nonce="n0nce"')
    }
    expect(html).not.toContain("style=")
  })

  it("holds remote times back until the visitor's zone is known", () => {
    const view = openLink()
    view.appointmentType.place = "remote"
    expect(page(view).split('<script type="application/json"')[0]).not.toContain("10:00\u00a0AM")
  })

  it("LK-03 shows the appointment once booked", () => {
    expect(page(scheduledLink())).toContain("Tuesday, March 16, 2027")
  })
})

describe("an ended link", () => {
  it("LK-06 says so with the company's number, in its colour", () => {
    const html = ended(northwind)
    expect(html).toContain("--accent-fill:#0f766e")
    expect(html).toContain("<h1>This link is no longer active</h1>")
    expect(html).toContain('href="tel:+15125550100"')
    expect(html).not.toContain("<script")
  })

  it("LK-07 says the same of an unknown link, without company or number", () => {
    const html = ended(null)
    expect(html).toContain("<h1>This link is no longer active</h1>")
    expect(html).not.toContain("tel:")
  })

  it("is told apart from a page that does not exist", () => {
    const html = renderer.message({
      kind: "notFound",
      locale: "es",
      region: null,
      nonce: "n",
      framing: alone,
    })
    expect(html).toContain("Esta página no existe")
  })
})

describe("a page that may be framed", () => {
  const origins = ["https://www.example.com", "https://shop.example"]
  const meta = '<meta name="embed-origins" content="https://www.example.com https://shop.example"/>'
  const script = ">talkToSite()</script>"

  it("EM-05 names who may frame it, and carries what it needs for that only where it is framed", () => {
    const byItself = page(openLink(), "en", { origins, isFramed: false })
    expect(byItself).toContain(meta)
    expect(byItself).not.toContain(script)
    expect(byItself).not.toContain('class="framed"')
    const inside = page(openLink(), "en", { origins, isFramed: true })
    expect(inside).toContain(meta)
    expect(inside).toContain(script)
    expect(inside).toContain('<html lang="en" class="framed">')
  })

  it("EM-11 carries the script where it has no other", () => {
    const html = ended(null, { origins, isFramed: false })
    expect(html).toContain(meta)
    expect(html).toContain(script)
  })

  it("says nothing of frames where nobody may", () => {
    expect(page(openLink())).not.toMatch(/embed|framed/)
  })
})

describe("languages", () => {
  it("HO-03 fill every word and form", async () => {
    const wordsOf = async (locale: Locale) => bookingLinkWords.load(locale)
    const [en, fr, es] = [await wordsOf("en"), await wordsOf("fr"), await wordsOf("es")]
    for (const { shared, own } of [en, fr, es]) {
      expect(Object.values({ ...shared.words, ...own }).filter((word) => word === "")).toEqual([])
      expect(Object.keys(shared.words)).toEqual(Object.keys(en.shared.words))
      expect(Object.keys(own)).toEqual(Object.keys(en.own))
    }
    expect(en.shared.words.timesCount({ count: 1 })).toBe("1 time")
    expect(fr.shared.words.timesCount({ count: 0 })).toBe("aucun horaire")
    learnClocksOf("UTC")
    const startAt = (hour: number) => {
      speak(es.shared)
      const startTime = `2027-03-04T0${hour}:00:00.000Z`
      return es.shared.words.book(startInWords(es.shared.formats.dayAndTime({ startTime }, "UTC")))
    }
    expect(startAt(1)).toBe("Reservar el jueves 4 de marzo a la 1:00")
    expect(startAt(2)).toBe("Reservar el jueves 4 de marzo a las 2:00")
  })
})

describe("calendar links", () => {
  const entry = { title: "Boiler service · Northwind", block: hourAt("2027-03-16", 15), location: null }

  it("LK-10 open Google and Outlook with the time and what, and nothing personal", () => {
    const google = new URL(googleCalendarUrl(entry))
    expect(google.searchParams.get("dates")).toBe("20270316T150000Z/20270316T160000Z")
    expect([...google.searchParams.keys()]).toEqual(["action", "text", "dates"])
    const outlook = new URL(outlookCalendarUrl(entry))
    expect(outlook.searchParams.get("startdt")).toBe("2027-03-16T15:00:00.000Z")
    expect(outlook.searchParams.get("subject")).toBe("Boiler service · Northwind")
  })
})
