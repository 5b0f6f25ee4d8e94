/**
 * Every screen of the console in its states, from the running service: a few of them in each run of the tests, all of them as
 * pictures by `npm run gallery`. Each is judged by axe and scrolls to no side, and no title, head, zone or button is cut or torn.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, strangersNumber, talk } from "../support/agent.ts"
import { consoleCaller } from "../support/console-calls.ts"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { expectLegible } from "./cut-texts.ts"
import { galleryBook } from "./gallery-book.ts"
import { fewScreens, galleryParts } from "./gallery-screens.ts"

const isWhole = process.env.GALLERY !== undefined
const book = galleryBook(process.env.GALLERY, "console")

let service: TestService
let browser: Browser
let story: Story
let disruptionId: number
let endpointId: number
let planId: number
let requestId: number
let resourceId: number
let userId: number
let sessionId: number
let groupedId: number
/** The cookies of an admin of the company with data, and of one of an empty company. */
let full: Map<string, string>
let empty: Map<string, string>

beforeAll(async () => {
  service = await startService({ book: true, now: "2027-03-01T15:00:00.000Z" })
  story = await tellStory(service)
  await tellLongNames()
  await tellMore()
  await tellClasses()
  const [nora, lone] = [await makeUser(service), await service.anotherCompany("An empty company")]
  userId = nora.id
  full = await signedIn(nora.email)
  empty = await signedIn((await makeUser(service, {}, lone.key)).email)
  browser = await launch()
})
afterAll(async () => {
  book.close()
  await browser.close()
  await service.stop()
})

const longName = "Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff ".repeat(3).trim()

/** A provider, a type, customers and a request whose names fill any room they get. */
async function tellLongNames(): Promise<void> {
  const appointment_type_id = await makeType(service, { name: longName })
  const provider_id = await makeProvider(service, {
    name: longName,
    appointment_type_ids: [appointment_type_id],
    weekly_hours: weekdays(story.locationId),
  })
  const customer_id = await makeCustomer(service, { name: longName, email: `${"x".repeat(60)}@example.com` })
  const wish = { customer_id, appointment_type_id, provider_id }
  await make(service, "/appointments", { ...wish, start_time: "2027-03-03T16:00:00.000Z" })
  const day = { from: "2027-03-03T06:00:00.000Z", to: "2027-03-04T06:00:00.000Z" }
  disruptionId = (await make(service, "/disruptions", { provider_id, ...day })).id
  await make(service, "/scheduling-requests", { customer_id, appointment_type_id, latest_date: "2027-03-20" })
  await make(service, "/waiting-entries", { customer_id, appointment_type_id, latest_date: "2027-03-20" })
}

/** Records that fill the other lists. */
async function tellMore(): Promise<void> {
  const { customerId: customer_id, typeId: appointment_type_id, benId: provider_id } = story
  for (const start_time of [
    "2027-03-01T17:00:00.000Z",
    "2027-03-01T20:00:00.000Z",
    "2027-03-04T16:00:00.000Z",
  ])
    await make(service, "/appointments", { customer_id, appointment_type_id, provider_id, start_time })
  requestId = (
    await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id,
      latest_date: "2027-03-20",
    })
  ).id
  await make(service, "/waiting-entries", {
    ...{ customer_id, appointment_type_id, latest_date: "2027-03-20", weekdays: [1, 3] },
  })
  for (const name of ["Room 1", longName])
    resourceId = (
      await make(service, "/resources", { name, kind: "room", group: "Rooms", location_id: story.locationId })
    ).id
  const url = "https://example.com/Featherstonehaugh"
  endpointId = (await make(service, "/webhook-endpoints", { url, events: ["appointment.created"] })).id
  const step = { after_minutes: 0, channel: "sms", sms_text: "Hi {first_name}: {booking_link}" }
  for (const name of ["Two nudges", longName])
    planId = (await make(service, "/outreach-plans", { name, steps: [step] })).id
  await tellWhatWaits()
}

/** A booking that staff have yet to confirm, and two callers who wait for a call. */
async function tellWhatWaits(): Promise<void> {
  const appointment_type_id = await makeType(service, { name: "Roof check", confirmation: "staff" })
  const provider_id = await makeProvider(service, {
    name: "Ola Berg",
    appointment_type_ids: [appointment_type_id],
    weekly_hours: weekdays(story.locationId),
  })
  const pending = { customer_id: story.customerId, appointment_type_id, provider_id }
  await make(service, "/appointments", { ...pending, start_time: "2027-03-02T19:00:00.000Z" })
  await openChannels(service)
  const caller = await talk(service, strangersNumber)
  for (const wish of [
    { message: "Are you hiring?", name: "Mia Torres", best_time: "Tuesday after three" },
    { message: longName, name: longName },
  ])
    expect((await caller.tool("POST", "/callbacks", wish)).status).toBe(201)
}

/** A class whose seats are taken by long names, several types in one visit, and what waits for staff, by one provider. */
async function tellClasses(): Promise<void> {
  const at = { location_id: story.locationId, customer_id: await makeCustomer(service, { name: longName }) }
  const classId = await makeType(service, { name: longName, seats: 12 })
  const askedId = await makeType(service, { name: `Asked ${longName}`, confirmation: "staff" })
  const secondId = await makeType(service, { name: `Second ${longName}` })
  const provider_id = await makeProvider(service, {
    name: `Yui ${longName}`,
    appointment_type_ids: [story.typeId, secondId, classId, askedId],
    weekly_hours: weekdays(story.locationId),
  })
  const given = { appointment_type_id: classId, location_id: story.locationId }
  const start_time = "2027-03-03T16:00:00.000Z"
  const made = await make(service, "/class-sessions", { ...given, provider_ids: [provider_id], start_time })
  sessionId = (made.sessions as { id: number }[])[0]!.id
  for (let i = 0; i < 3; i += 1) {
    const customer_id = await makeCustomer(service, {
      name: longName,
      phone: nextNumber(),
      warning: longName,
    })
    await make(service, "/appointments", { ...given, provider_id, customer_id, start_time, seats: i + 1 })
  }
  const appointment_type_ids = [story.typeId, secondId]
  const coming = { ...at, appointment_type_ids, provider_id, start_time: "2027-03-04T18:00:00.000Z" }
  groupedId = (await make(service, "/appointments", coming)).id
  const asked = { ...at, appointment_type_id: askedId, provider_id, start_time: "2027-03-05T16:00:00.000Z" }
  await make(service, "/appointments", asked)
  await make(service, "/holds", {
    ...{ appointment_type_id: story.typeId, location_id: story.locationId, provider_id, minutes: 15 },
    start_time: "2027-03-03T20:00:00.000Z",
  })
}

async function signedIn(email: string): Promise<Map<string, string>> {
  const { call, cookies } = consoleCaller(service)
  const answer = await call("POST", "/session", { email, password })
  expect(answer.status).toBe(201)
  return cookies
}

interface Look {
  locale?: string
  width?: number
  dark?: boolean
}

async function open(cookies: Map<string, string>, { locale = "en-US", width = 1440, dark }: Look = {}) {
  const context = await browser.newContext({
    locale,
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
    timezoneId: "America/Chicago",
  })
  const kept = [...cookies].map(([name, value]) => ({ name, value, url: service.apiUrl }))
  await context.addCookies(kept)
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  return { context, page }
}

const stillThere = /\/api\/v1\/(users\/me|company|time-zones)(\?|$)/

/** A screen's reads are answered by the test; the signed-in user is read all the same. */
async function answerReads(context: BrowserContext, how: "never" | "failed"): Promise<void> {
  await context.route(/\/api\/v1\//, (route) => {
    if (stillThere.test(route.request().url())) return route.continue()
    if (how === "failed")
      return route.fulfill({
        status: 500,
        json: { success: false, error: { code: "internal", message: "Something went wrong on our side." } },
      })
    return undefined
  })
}

const scriptsLoading = /^(Loading|Cargando|Chargement)…\s*$/

/** The screen stands, not only what is shown until its script is there: its heading is there and nothing of it is still being read. */
async function settled(page: Page, isLoading = false): Promise<void> {
  await page.locator("h1").filter({ hasNotText: scriptsLoading }).first().waitFor()
  if (!isLoading) await expect.poll(() => page.locator(".loading").count()).toBe(0)
}

const parts: [string, readonly string[]][] = isWhole ? Object.entries(galleryParts) : [["some", fewScreens]]

const addressOf = (screen: string) =>
  `${service.apiUrl}/console${screen
    .replace(":customer", String(story.customerId))
    .replace(":disruption", String(disruptionId))
    .replace(":endpoint", String(endpointId))
    .replace(":plan", String(planId))
    .replace(":session", String(sessionId))
    .replace(":grouped", String(groupedId))
    .replace(":provider", String(story.anaId))
    .replace(":request", String(requestId))
    .replace(":location", String(story.locationId))
    .replace(":resource", String(resourceId))
    .replace(":type", String(story.typeId))
    .replace(":user", String(userId))}`

/** In each state one page goes from screen to screen. */
async function leaf(
  screens: readonly string[],
  state: string,
  { page, context }: { page: Page; context: BrowserContext },
  isLoading = false,
): Promise<void> {
  const ugly: string[] = []
  const dark = state.includes("dark")
  for (const screen of screens) {
    await page.goto(addressOf(screen))
    await settled(page, isLoading)
    await book.take(page, screen, state)
    try {
      await expectNoSidewaysScroll(page, `${screen}, ${state}`)
      await expectAccessibleInLightAndDark(page, `${screen}, ${state}`)
    } catch (error) {
      ugly.push((error as Error).message)
    }
    await expectLegible(page, `${screen}, ${state}`, "Featherstonehaugh").catch(({ message }: Error) =>
      ugly.push(message),
    )
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: null })
  }
  await context.close()
  expect(ugly).toEqual([])
}

interface State extends Look {
  cookies?: () => Map<string, string>
  /** The fate of the screen's reads. */
  reads?: "never" | "failed"
}

const fewStates: Record<string, State> = {
  "full, with long names, 1440 px": {},
  "320 px": { width: 320 },
  empty: { cookies: () => empty },
  loading: { reads: "never" },
  failed: { reads: "failed" },
  dark: { dark: true },
}
const manyStates: Record<string, State> = {
  ...fewStates,
  "390 px": { width: 390 },
  "390 px, dark": { width: 390, dark: true },
  "empty, 390 px": { cookies: () => empty, width: 390 },
  "loading, 390 px": { reads: "never", width: 390 },
  "failed, 390 px": { reads: "failed", width: 390 },
  Spanish: { locale: "es-MX" },
  "Spanish, 320 px": { locale: "es-MX", width: 320 },
  French: { locale: "fr-CA" },
  "French, 320 px": { locale: "fr-CA", width: 320 },
}

describe.each(parts)("the gallery, %s", (_part, screens) => {
  it.each(Object.entries(isWhole ? manyStates : fewStates))(
    "DS-17 DS-20 shows each screen: %s",
    async (named, { cookies, reads, ...look }) => {
      const shown = await open(cookies?.() ?? full, look)
      if (reads) await answerReads(shown.context, reads)
      const own = screens.filter((screen) => cookies === undefined || !screen.includes(":"))
      await leaf(own, named, shown, reads === "never")
    },
  )
})
