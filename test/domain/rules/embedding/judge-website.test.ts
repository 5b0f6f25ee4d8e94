import { describe, expect, it } from "vitest"
import { type Embedded, judgeWebsite } from "../../../../domain/rules/embedding/judge-website.ts"
import { readDocument } from "../../../../domain/rules/embedding/read-document.ts"
import { charactersLookedAt } from "../../../support/characters-looked-at.ts"

const book = "https://book.example.com"
const url = "https://www.shop.example/book"
const snippet = `<script async src="${book}/embed.js"></script><div data-embed-page="cedar"></div>`

const embedded: Embedded = {
  shows: "page",
  bookUrl: book,
  slug: "cedar",
  pageIsOn: true,
  linksAreOn: true,
  origins: ["https://www.shop.example"],
}
const page = { url, status: 200, policyHeader: null, html: `<html><body>${snippet}</body></html>` }

const brief = (check: ReturnType<typeof judgeWebsite>) =>
  check.items.filter(({ ok }) => ok !== true).map(({ code, ok, reason }) => [code, ok, reason])

describe("what a check of embedding says", () => {
  it("CN-12 is ready when the site is listed, the page is on and no policy stands in the way", () => {
    expect(judgeWebsite(page, embedded)).toMatchObject({
      url,
      origin: "https://www.shop.example",
      ready: true,
    })
  })

  it("CN-12 a snippet that other code may add is no obstacle", () => {
    const check = judgeWebsite({ ...page, html: "<p>Hello</p>" }, embedded)
    expect([check.ready, brief(check)]).toEqual([true, [["snippet", null, "missing"]]])
  })

  it("CN-12 names each thing to change: listing, page, script, frame, slug", () => {
    const html = `<meta http-equiv="Content-Security-Policy" content="frame-src &#39;self&#39;">${snippet.replace("cedar", "oak")}`
    const site = { ...page, policyHeader: "script-src 'self'", html }
    const check = judgeWebsite(site, { ...embedded, origins: ["https://shop.example"], pageIsOn: false })
    expect(brief(check)).toEqual([
      ["listed", false, "not_listed"],
      ["pages_on", false, "page_off"],
      ["script", false, "not_in_policy"],
      ["frame", false, "not_in_policy"],
      ["snippet", false, "other_slug"],
    ])
    expect(check.items.map(({ fix }) => fix)).toEqual([
      null,
      "Add https://www.shop.example to embed_origins.",
      "Set public_booking_enabled to true.",
      `In the Content-Security-Policy header, write: script-src 'self' ${book}.`,
      `In the meta tag with the Content-Security-Policy, write: frame-src 'self' ${book}.`,
      "Write cedar there.",
    ])
    expect(check.items[1]!.message).toContain("https://shop.example is, but that is another origin.")
  })

  it("CN-12 of a website that was not read it judges what it can", () => {
    expect(brief(judgeWebsite({ url, problem: "dns" }, { ...embedded, shows: "link" }))).toEqual([
      ["reached", false, "dns"],
      ["script", null, "not_read"],
      ["frame", null, "not_read"],
      ["snippet", null, "not_read"],
    ])
    expect(brief(judgeWebsite({ ...page, status: 403 }, embedded))[0]).toEqual(["reached", false, "status"])
    expect(brief(judgeWebsite({ ...page, html: null }, embedded))).toEqual([["snippet", null, "not_read"]])
  })
})

describe("reading a website's document", () => {
  const read = (html: string) => readDocument(html, `${book}/embed.js`, url)

  it("CN-12 finds the script by its address however it is written, with its nonce", () => {
    const script = { nonce: null, hasIntegrity: false }
    expect(read(`<SCRIPT ASYNC SRC='//book.example.com/embed.js'></SCRIPT>`).script).toEqual(script)
    const tag = `<script src=${book}/embed.js nonce="a&amp;b" integrity="sha256-x">`
    expect(read(tag).script).toEqual({ nonce: "a&b", hasIntegrity: true })
    expect(read(`<script src="/embed.js"></script>`).script).toBeNull()
  })

  it("CN-12 sees no tag in comments, scripts and templates, and no policy in the body", () => {
    const policy = `<meta http-equiv=content-security-policy content="script-src 'self'">`
    const html = `<!-- ${snippet} --><script>"${policy}"</script><template>${snippet}</template>`
    expect(read(html)).toEqual({ policies: [], script: null, elements: [] })
    expect(read(`<head>${policy}</head><body>${policy}`).policies).toEqual(["script-src 'self'"])
    expect(read(`<p title="a > b">${snippet}`).elements).toEqual([{ shows: "page", value: "cedar" }])
  })

  it.each(["<a ", '<a b="', "<", "<!--", "<script", '<a b= "c" ', "<a b=          '"])(
    "CN-12 reads half a megabyte of %s in time linear in its length",
    (piece) => {
      const html = piece.repeat(Math.ceil(524_288 / piece.length))
      expect(charactersLookedAt(() => read(html)) / html.length).toBeLessThan(10)
    },
  )

  it("TQ-02 a frame is judged by its own address, which differs between a page and a link", () => {
    const policyHeader = `frame-src ${book}/r/`
    const frames = (shows: "page" | "link") =>
      brief(judgeWebsite({ ...page, policyHeader }, { ...embedded, shows })).filter(
        ([code]) => code === "frame",
      )
    expect([frames("page").length, frames("link").length]).toEqual([1, 0])
  })

  it("TQ-02 judges the policy of the header where no page could be read", () => {
    const check = judgeWebsite({ ...page, html: null, policyHeader: "script-src 'self'" }, embedded)
    expect(brief(check).map(([code]) => code)).toContain("script")
  })
})
