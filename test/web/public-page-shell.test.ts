import { describe, expect, it } from "vitest"
import { renderBookingPage } from "../../web/public-page/shell.ts"
import { pageAssets } from "../../web/shared/assets.ts"
import { boilerService, homeVisit, publicPage } from "./public-page-story.ts"

const assets = {
  script: "/assets/public-page-1.js",
  styles: "main{margin:0}",
  preload: ["/assets/en-1.js"],
  framed: "/assets/framed-1.js",
}
const framing = { origins: [], isFramed: false }
const render = (types = publicPage().types, locale: "en" | "fr" | "es" = "en") =>
  renderBookingPage({ view: publicPage(types), locale, nonce: "n1", assets, framing })

describe("the public page's HTML", () => {
  it("lists what is offered before any script runs", () => {
    const page = render()
    expect(page).toContain("<title>Book with Northwind</title>")
    expect(page).toContain("<h1>Book with Northwind</h1>")
    expect(page).toMatch(/Boiler service<\/strong> <span class="note">1 hour · At our place/)
    expect(page).toContain("We check it.")
    expect(page).toContain("Home verifiedVisit")
  })

  it("may be found by search engines, and loads nothing without its nonce", () => {
    const page = render()
    expect(page).not.toContain("noindex")
    expect(page.match(/<(script(?! type="application)|style|link rel="(?!icon))[^>]*>/g)).toSatisfy(
      (tags: string[]) => tags.length === 2 && tags.every((tag) => tag.includes('nonce="n1"')),
    )
  })

  it("escapes what the company wrote", () => {
    const page = render([boilerService({ name: "</script><b>", description: "<i>" }), homeVisit])
    expect(page).not.toContain("</script><b>")
    expect(page).not.toContain("<i>")
  })

  it("shows a single type as chosen", () => {
    expect(render([homeVisit])).toContain("<h2>Where should we come?</h2>")
    expect(render([boilerService()])).toContain("<h2>Choose a time</h2>")
  })

  it("speaks the visitor's language", () => {
    expect(render(undefined, "fr")).toContain('<html lang="fr">')
    expect(render(undefined, "es")).toContain("¿Qué desea reservar?")
  })
})

it("a page loads the words that both pages share, and its own", () => {
  const manifest = {
    "public-page/main.tsx": { file: "assets/public-page-1.js", css: ["assets/public-page-1.css"] },
    "shared/messages/es.ts": { file: "assets/es-1.js" },
    "public-page/messages/es.ts": { file: "assets/es-2.js", imports: ["_wait.js"] },
    "_wait.js": { file: "assets/wait-1.js" },
    "shared/framed.ts": { file: "assets/framed-1.js" },
  }
  expect(pageAssets(manifest, "public-page/main.tsx", "es", () => "").preload).toEqual([
    "/assets/es-1.js",
    "/assets/wait-1.js",
    "/assets/es-2.js",
  ])
})
