/**
 * The customers' pages in their states, from the running service: the booking link, the public page, and what a customer manages.
 * A few states in each run of the tests, all of them as pictures by `npm run gallery`. Each is judged as the console's are.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeLink } from "../support/link.ts"
import { lastCode } from "../support/read-texts.ts"
import { makeCustomer, makeProvider, makeType, put, weekdays } from "../support/story.ts"
import {
  alive,
  expectAccessibleInLightAndDark,
  expectNoSidewaysScroll,
  type Visitor,
  visit,
} from "./browser.ts"
import { expectLegible } from "./cut-texts.ts"
import { galleryBook } from "./gallery-book.ts"
import { openPublicPageStage, type PublicPageStage } from "./public-page-stage.ts"

const isWhole = process.env.GALLERY !== undefined
const book = galleryBook(process.env.GALLERY, "pages")
const longName = "Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff ".repeat(2).trim()

let stage: PublicPageStage
let longTypeId: number
let longProviderId: number

beforeAll(async () => {
  stage = await openPublicPageStage()
  const { service, story } = stage
  longTypeId = await makeType(service, { name: longName, public_booking: true })
  longProviderId = await makeProvider(service, {
    name: longName,
    appointment_type_ids: [longTypeId],
    weekly_hours: weekdays(story.locationId),
  })
})
afterAll(async () => {
  book.close()
  await stage.stop()
})

interface Look {
  locale?: string
  width?: number
  colorScheme?: "dark"
}

/** One visitor who goes through the states of a page; `turn` judges each, and `done` says what was found. */
async function leafing(look: Look, named: string, url: string) {
  const visitor: Visitor = await visit(stage.browser, stage.service, url, {
    width: 1440,
    reducedMotion: "reduce",
    ...look,
  })
  const { page } = visitor
  const ugly: string[] = []
  const note = (judged: Promise<void>) => judged.catch(({ message }: Error) => void ugly.push(message))
  return {
    page,
    async turn(state: string): Promise<void> {
      await book.take(page, state, named)
      const where = `${state}, ${named}`
      await note(expectNoSidewaysScroll(page, where))
      await note(expectLegible(page, where, "Featherstonehaugh"))
      await note(expectAccessibleInLightAndDark(page, where))
      await page.emulateMedia({ colorScheme: look.colorScheme ?? "light", reducedMotion: "reduce" })
    },
    async done(): Promise<void> {
      await visitor.close()
      expect([...ugly, ...visitor.complaints]).toEqual([])
    },
  }
}

/** A page that is loaded again goes on where its visitor was; this one begins. */
async function openAnew(page: Page, url: string): Promise<void> {
  // From a page without a script: one that still waits for an answer would keep where it is once more.
  await page.goto(new URL("/nowhere/at/all", url).href)
  await page.evaluate("sessionStorage.clear()")
  await page.goto(url)
}

type Leafing = Awaited<ReturnType<typeof leafing>>

const primary = (page: Page) => page.locator(".button.primary").first()
const times = (page: Page) => page.locator(".day-times .time")
const danger = (page: Page) => page.locator(".button.danger")

/** The day is one of those that have times, counted from the first. */
async function openTimes(page: Page, day: number): Promise<void> {
  await page.locator(".day:not([aria-disabled=true])").nth(day).click()
  await times(page).first().waitFor()
}

/** A link's holder chooses, books, moves and cancels. */
async function holdersWay(look: Look, named: string): Promise<void> {
  const link = await makeLink(stage.service, stage.story, {
    customer_id: await makeCustomer(stage.service),
    latest_date: "2027-04-30",
  })
  const leaf = await leafing(look, named, link.url)
  const { page, turn } = leaf
  await alive(page)
  await turn("link, open")
  await openTimes(page, 4)
  await times(page).first().click()
  await page.locator(".blocks li").waitFor()
  await turn("link, to confirm")
  if (isWhole) await manage(leaf, link.url)
  await leaf.done()
}

async function manage({ page, turn }: Leafing, url: string): Promise<void> {
  await primary(page).click()
  await page.locator(".ok").waitFor()
  await turn("link, booked")
  await page.goto(url)
  await alive(page)
  await turn("link, to manage")
  await page.locator("fieldset .row.two .button").first().click()
  await times(page).first().waitFor()
  await turn("link, moving")
  await openTimes(page, 6)
  await times(page).first().click()
  await page.locator(".blocks li, .was").first().waitFor()
  await turn("link, the move to confirm")
  await openAnew(page, url)
  await alive(page)
  const asked = await danger(page).innerText()
  await danger(page).click()
  await expect.poll(() => danger(page).innerText()).not.toBe(asked)
  await turn("link, the question before a cancel")
  await danger(page).click()
  await times(page).first().waitFor()
  await turn("link, cancelled")
}

/** The views of a link where nothing can be chosen, or not yet. */
async function linksWithoutTimes(look: Look, named: string): Promise<void> {
  const { service, story, types } = stage
  const link = async (fields: Record<string, unknown>) =>
    (await makeLink(service, story, { customer_id: await makeCustomer(service), ...fields })).url
  const leaf = await leafing(look, named, await link({ appointment_type_id: types.visit }))
  const { page, turn } = leaf
  await alive(page)
  await turn("link, no address on file")
  await page.goto(await link({ appointment_type_id: longTypeId, provider_id: longProviderId }))
  await alive(page)
  await turn("link, long names")
  await page.goto(await link({ appointment_type_id: types.job }))
  await alive(page)
  await turn("link, a job of several days")
  await page.goto(`${service.bookUrl}/r/${"A".repeat(24)}`)
  await turn("link, ended")
  await page.goto(`${service.bookUrl}/nowhere/at/all`)
  await turn("no page")
  await page.goto(await link({ latest_date: "2027-04-30" }))
  await alive(page)
  await trouble(leaf, "link", () => page.locator(".month .turn").last().click())
  await leaf.done()
}

/** The same act on a line that does not answer, and on one that is down. */
async function trouble({ page, turn }: Leafing, of: string, act: () => Promise<void>): Promise<void> {
  const [address] = page.url().split("#")
  await page.route(/\/api\//, () => undefined)
  await act()
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor()
  await turn(`${of}, loading`)
  await page.unrouteAll()
  await openAnew(page, address!)
  await alive(page)
  await page.route(/\/api\//, (route) => route.abort())
  await act()
  await page.getByRole("alert").first().waitFor()
  await turn(`${of}, failed`)
  await page.unrouteAll()
}

/** Somebody new books on the public page. */
async function newcomersWay(look: Look, named: string): Promise<void> {
  const { service, url } = stage
  const leaf = await leafing(look, named, url)
  const { page, turn } = leaf
  await alive(page)
  await turn("public page")
  if (isWhole) await putTogether(leaf)
  if (isWhole) await giveAddressWrong(leaf)
  await page.getByRole("button", { name: /^Boiler service/ }).click()
  await openTimes(page, 5)
  await turn("public page, times")
  await times(page).first().click()
  await page.locator("#phone").waitFor()
  await turn("public page, the number")
  if (!isWhole) return leaf.done()
  await page.locator("form .primary").click()
  await page.locator("#phone[aria-invalid=true]").waitFor()
  await turn("public page, a number that is none")
  await page.locator("#phone").fill(stage.newNumber())
  await page.locator("form .primary").click()
  await page.locator("#code").waitFor()
  await turn("public page, the code")
  await page.locator("#code").fill(await lastCode(service))
  await page.locator("#firstName").fill("Rosa")
  await turn("public page, the name")
  await page.locator("#lastName").fill("Diaz")
  await page.locator("form .primary").click()
  await page.locator(".ok").waitFor()
  await turn("public page, booked")
  await leaf.done()
}

/** Two services in one visit, one of them with a long name, up to their times. */
async function putTogether({ page, turn }: Leafing): Promise<void> {
  const begin = page.url()
  for (const add of await page.locator(".add").all()) await add.click()
  await page.locator(".visit-row").nth(1).waitFor()
  await turn("public page, several services")
  await page.locator(".visit .primary").click()
  await openTimes(page, 2)
  await times(page).first().click()
  await page.locator("#phone").waitFor()
  await turn("public page, several services chosen")
  await openAnew(page, begin)
  await alive(page)
}

async function giveAddressWrong({ page, turn }: Leafing): Promise<void> {
  await page.getByRole("button", { name: /^Home visit/ }).click()
  await page.locator("form .primary").click()
  await page.locator("#line1-message").waitFor()
  await turn("public page, no address typed")
  await page.goBack()
}

async function publicPageWithoutTimes(look: Look, named: string): Promise<void> {
  const leaf = await leafing(look, named, stage.url)
  const { page, turn } = leaf
  const choose = (name: RegExp) => page.getByRole("button", { name }).first().click()
  await alive(page)
  await choose(/^Featherstonehaugh/)
  await times(page).first().waitFor()
  await turn("public page, long names")
  await openAnew(page, stage.url)
  await alive(page)
  await choose(/^Consultation/)
  await turn("public page, a choice of lengths")
  await openAnew(page, stage.url)
  await alive(page)
  await trouble(leaf, "public page", () => choose(/^Boiler service/))
  await put(stage.service, "/company", { public_booking_enabled: false })
  await page.goto(stage.url)
  await turn("public page, closed")
  await put(stage.service, "/company", { public_booking_enabled: true })
  await leaf.done()
}

const fewLooks: [string, Look][] = [["French, 320 px", { locale: "fr", width: 320 }]]
const manyLooks: [string, Look][] = [
  ["1440 px", {}],
  ["320 px", { width: 320 }],
  ["dark", { colorScheme: "dark" }],
  ["Spanish", { locale: "es" }],
  ["Spanish, 320 px", { locale: "es", width: 320 }],
  ["French", { locale: "fr" }],
  ...fewLooks,
]

describe.each(isWhole ? manyLooks : fewLooks)("the gallery of the customers' pages: %s", (named, look) => {
  it("DS-17 DS-20 shows the booking link's states", () => holdersWay(look, named))
  it("DS-17 DS-20 shows the public page's states", () => newcomersWay(look, named))
  if (!isWhole) return
  it("DS-20 shows links where nothing can be chosen", () => linksWithoutTimes(look, named))
  it("DS-20 shows a public page where nothing can be chosen", () => publicPageWithoutTimes(look, named))
})
