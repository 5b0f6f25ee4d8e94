import { describe, expect, it } from "vitest"
import { createRenderer } from "../../pages/server/pages.tsx"
import { boilerService, homeVisit, publicPage } from "./public-page-story.ts"

const assets = {
  script: "/assets/public-page-1.js",
  styles: "main{margin:0}",
  preload: ["/assets/en-1.js"],
  framed: "talkToSite()",
}
const framing = { origins: [], isFramed: false }
const render = (types = publicPage().types, locale: "en" | "fr" | "es" = "en") =>
  createRenderer(() => assets).publicPage({
    start: { view: publicPage(types), openedAt: "2027-03-01T12:00:00.000Z" },
    locale,
    region: null,
    nonce: "n1",
    framing,
  })

describe("the public page's HTML", () => {
  it("lists what is offered before any script runs", () => {
    const page = render()
    expect(page).toContain("<title>Book with Northwind</title>")
    expect(page).toContain("<h1>Northwind</h1>")
    expect(page).toMatch(/Boiler service<\/strong> <small>We check it.<\/small>.*<b>1 hour<\/b>/)
    // PG-13: "At our place" stands on no row, since it is so wherever nothing else is said.
    expect(page).not.toContain("At our place")
    expect(page).toContain("At your address")
    expect(page).toContain("We check it.")
    expect(page).toContain("Home visit")
  })

  it("may be found by search engines, and loads nothing without its nonce", () => {
    const page = render()
    expect(page).not.toContain("noindex")
    expect(page.match(/<(script(?! type="application)|style|link rel="(?!icon))[^>]*>/g)).toSatisfy(
      (tags: string[]) => tags.length === 4 && tags.every((tag) => tag.includes('nonce="n1"')),
    )
  })

  it("escapes what the company wrote", () => {
    const page = render([boilerService({ name: "</script><b>", description: "<i>" }), homeVisit])
    expect(page).not.toContain("</script><b>")
    expect(page).not.toContain("<i>")
  })

  it("shows a single type as chosen", () => {
    expect(render([homeVisit])).toMatch(/<h1[^>]*>Where should we come\?<\/h1>/)
    expect(render([boilerService()])).toMatch(/<h2[^>]*>Choose a time<\/h2>/)
  })

  it("speaks the visitor's language", () => {
    expect(render(undefined, "fr")).toContain('<html lang="fr">')
    expect(render(undefined, "es")).toContain("¿Qué desea reservar?")
  })
})
