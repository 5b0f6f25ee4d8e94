/**
 * Every mail as a mail program shows it, at 600 and 320 px, light and dark, with images off: a few in each run of the tests, all
 * of them as pictures by `npm run gallery`. Each is judged by axe, scrolls to no side and reads alone as plain text.
 */
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { expectAccessible, expectNoSidewaysScroll, launch } from "./browser.ts"
import { galleryBook } from "./gallery-book.ts"
import { mailLocales, sampleMails } from "./sample-mails.ts"

const folder = process.env.GALLERY
const book = galleryBook(folder === undefined ? undefined : join(folder, "mails"), "mails")
/** In each run of the tests, in English. */
const few = ["booked", "reminder", "long words", "outreach", "day_digest"]

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launch()
  // Mail programs run no script and often load no image.
  page = await (await browser.newContext()).newPage()
  await page.route("**/*", (route) => route.abort())
})
afterAll(async () => {
  book.close()
  await browser.close()
})

for (const locale of mailLocales)
  for (const [kind, content] of sampleMails(locale)) {
    if (folder === undefined && !(locale === "en" && few.includes(kind))) continue
    it(`ML-01 ${kind}, ${locale}: fits 600 and 320 px, light and dark, needs no image, and reads as plain text`, async () => {
      const html = mailHtml(content)
      expect(html).not.toMatch(/<img|url\(|<link|<script/)
      await page.setContent(html)
      for (const width of [600, 320])
        for (const colorScheme of ["light", "dark"] as const) {
          const state = `${width} px, ${colorScheme}, ${locale}`
          await page.setViewportSize({ width, height: 844 })
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
          await book.take(page, kind, state)
          await expectNoSidewaysScroll(page, `${kind}, ${state}`)
          await expectAccessible(page, `${kind}, ${state}`)
        }
      const text = mailText(content)
      for (const said of [content.title, ...content.actions.map(({ url }) => url)])
        expect(text).toContain(said)
      expect(text).not.toMatch(/<\w|&\w+;|undefined|\[object/)
    })
  }
