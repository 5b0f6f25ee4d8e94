/** The snippets of `docs/embedding.md` for web masters, pasted as they stand there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { build } from "vite"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { slug } from "../support/public-page.ts"
import { type EmbedStage, framed, openEmbedStage, type Visitor } from "./embed-stage.ts"

const root = join(import.meta.dirname, "../..")
const guide = readFileSync(join(root, "docs/embedding.md"), "utf8")

let stage: EmbedStage
let visitor: Visitor | null = null
let page: Page

beforeAll(async () => {
  stage = await openEmbedStage()
})
afterAll(() => stage.stop())
afterEach(async () => {
  const said = visitor?.console ?? []
  await visitor?.close()
  visitor = null
  expect(said).toEqual([])
})

/** The guide's code in that language which holds the words, for the stage's company. */
function snippet(language: string, words: string, token = ""): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(
    ([, code]) => code!,
  )
  return blocks
    .find((code) => code.includes(words))!
    .replaceAll("BOOK_URL", stage.bookUrl)
    .replaceAll("your-slug", slug)
    .replaceAll("THE-CUSTOMERS-TOKEN", token)
}

async function open(body: string, headers: Record<string, string> = {}): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>A site</title><body>${body}`
  visitor = await stage.open(stage.listed.show(html, headers))
  page = visitor.page
}

it("EM-12 warns, before anything else, of a customer's link where others can see it", () => {
  const beginning = guide.slice(0, guide.indexOf("## 1.")).replaceAll(/\n>? ?/g, " ")
  expect(beginning).toContain("Put it only into pages that only this customer can see")
  for (const place of [
    "a public page",
    "analytics may record",
    "a shared cache may keep",
    "becomes a visible link",
  ])
    expect(beginning).toContain(place)
})

it("EM-01 EM-09 the page inline, under the guide's own policy", async () => {
  const [, policy] = snippet("http", "Content-Security-Policy").split(/: (.*)/)
  await open(snippet("html", "<div data-embed-page"), { "content-security-policy": policy! })
  await framed(page)
})

it("EM-01 the page in a popup", async () => {
  await open(snippet("html", "data-embed-popup"))
  await page.waitForFunction("window.Embed")
  await page.getByRole("link", { name: "Book now" }).click()
  await framed(page, "dialog iframe")
})

it("EM-01 a customer's link, inline and in a popup", async () => {
  const { token } = await stage.link()
  await open(snippet("html", "data-embed-link=", token))
  const frame = await framed(page)
  await frame.getByText("Hello Sam").waitFor()
  await page.getByRole("button", { name: "Your appointment" }).click()
  await framed(page, "dialog iframe")
})

it("EM-01 the component for React, by a library that runs such components", async () => {
  const folder = mkdtempSync(join(root, "node_modules/.guide-"))
  try {
    writeFileSync(join(folder, "booking.jsx"), snippet("jsx", "useEffect"))
    const own = `import { render } from "react"; import { Booking } from "./booking.jsx"
      render(<Booking slug=${JSON.stringify(slug)} />, document.getElementById("root"))`
    writeFileSync(join(folder, "site.jsx"), own)
    await open(`<div id="root"></div><script type="module">${await bundled(folder)}</script>`)
    await framed(page)
    expect(await page.locator("iframe").count()).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function bundled(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    resolve: { alias: { react: "preact/compat" } },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: { write: false, rolldownOptions: { input: join(folder, "site.jsx") } },
  })
  const [{ output }] = [result].flat() as { output: { code?: string }[] }[] as [
    { output: { code?: string }[] },
  ]
  return output[0]!.code!
}
