/**
 * A dispatcher's most frequent tasks, counted in presses by mouse, by keys alone, and with a finger on a phone. A press is a
 * click, a tap, a drag from press to release, or a key; letters and digits that name somebody or a date are counted apart.
 * The table in docs/console.md holds the counts. `HOUR=1` before the test counts them anew, and the seconds that the console
 * takes.
 */
import { readFileSync } from "node:fs"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, strangersNumber, talk } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

type Hand = "mouse" | "keys" | "phone"
const isWhole = process.env.HOUR !== undefined
const hands: readonly Hand[] = ["mouse", "keys", "phone"]

let service: TestService
let story: Story
let browser: Browser
let email: string
let samsId: number
let lousId: number
let roofTypeId: number
let roofersId: number
let monday: string

beforeAll(async () => {
  if (!isWhole) return
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  lousId = await makeCustomer(service, { name: "Lou Park", phone: "+15125550176" })
  roofTypeId = await makeType(service, { name: "Roof check", confirmation: "staff" })
  roofersId = await makeProvider(service, {
    name: "Ola Berg",
    appointment_type_ids: [roofTypeId],
    weekly_hours: weekdays(story.locationId),
  })
  monday = new Date(service.clock.now()).toISOString()
  browser = await launch()
})
afterAll(async () => {
  if (!isWhole) return
  await browser.close()
  await service.stop()
})

/** A hand and what it has pressed. */
class Worker {
  presses = 0
  letters = 0
  readonly page: Page
  readonly hand: Hand
  constructor(page: Page, hand: Hand) {
    this.page = page
    this.hand = hand
  }
  /** With keys: Tab until it has the focus, then Enter. */
  async press(what: Locator): Promise<void> {
    await what.waitFor()
    if (this.hand === "keys") {
      for (
        let tabs = 0;
        !(await what.evaluate((each) => (each as { matches(rule: string): boolean }).matches(":focus")));
        tabs += 1
      ) {
        if (tabs === 60) throw new Error("Tab never reaches it")
        await this.key("Tab")
      }
      return this.key("Enter")
    }
    this.presses += 1
    await (this.hand === "phone" ? what.tap() : what.click())
  }
  async key(name: string): Promise<void> {
    this.presses += 1
    await this.page.keyboard.press(name)
  }
  async keys(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.key(name)
  }
  async type(text: string): Promise<void> {
    this.letters += text.length
    await this.page.keyboard.type(text)
  }
  /** One choice out of a list of the browser's own: opened and pressed, or by its first letter. */
  async choose(list: Locator, label: string): Promise<void> {
    this.presses += this.hand === "keys" ? 1 : 2
    await list.selectOption({ label })
  }
}

const card = (page: Page, state = "Booked") =>
  page.getByRole("button", { name: new RegExp(`^Sam Poe.*${state}$`) }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const nextTimes = (page: Page) => page.getByRole("region", { name: "Next free times" })
const lit = (page: Page, provider: string) =>
  page
    .getByRole("gridcell")
    .filter({ has: page.getByRole("list", { name: provider }) })
    .locator(".legal")
    .first()
const stateOf = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const read = () => stateOf(samsId)

/** From the board on. Down leads to the day's first card, which is Sam's. */
async function openCard(self: Worker): Promise<void> {
  const { page, hand } = self
  if (hand === "keys") await self.keys("ArrowDown", "Enter")
  else await self.press(card(page))
  await page.getByRole("dialog", { name: "Sam Poe" }).waitFor()
}

async function takeCard(self: Worker): Promise<void> {
  const { page, hand } = self
  if (hand === "keys") await self.keys("ArrowDown", "m")
  else {
    await self.press(card(page))
    await self.press(button(page, /^Move/).first())
  }
  await page.locator(".legal").first().waitFor()
}

const tasks: Record<string, (self: Worker) => Promise<void>> = {
  "Find a customer's page": async (self) => {
    const { page, hand } = self
    if (hand === "phone") {
      await self.press(page.getByRole("link", { name: "Customers" }))
      await self.press(page.getByRole("searchbox"))
      await self.type("sam p")
      await page.waitForURL(/search=sam/)
      await self.press(page.locator("a.opens", { hasText: "Sam Poe" }))
    } else {
      if (hand === "keys") await self.key("/")
      else await self.press(button(page, /^Search or do/))
      await page.getByRole("combobox", { name: "Search or do" }).waitFor()
      await self.type("sam p")
      const found = page.getByRole("option", { name: /Sam Poe/ })
      await found.waitFor()
      if (hand === "keys") await self.key("Enter")
      else await self.press(found)
    }
    await page.getByRole("heading", { level: 1, name: "Sam Poe" }).waitFor()
  },
  "Book the nearest time for a caller": async (self) => {
    const { page, hand } = self
    if (hand === "keys") await self.key("n")
    else await self.press(button(page, /^Book/).first())
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByRole("combobox").first().waitFor()
    await self.type("5550123")
    await page.getByRole("option", { name: /Sam Poe/ }).waitFor()
    if (hand === "keys") await self.key("Enter")
    else await self.press(page.getByRole("option", { name: /Sam Poe/ }))
    await self.choose(panel.getByLabel("Type"), "Boiler service")
    await self.press(page.locator(".near button").first())
    await button(page, /^Book .* with /).waitFor()
    if (hand === "keys") await self.key("Control+Enter")
    else await self.press(button(page, /^Book .* with /))
    await panel.waitFor({ state: "detached" })
  },
  "Move to another person, the same day": async (self) => {
    const { page, hand } = self
    if (hand === "mouse") {
      const from = (await card(page).boundingBox())!
      self.presses += 1
      await page.mouse.move(from.x + 20, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + 30, from.y + 14)
      await lit(page, "Ben Okafor").waitFor()
      const bens = (await lit(page, "Ben Okafor").boundingBox())!
      await page.mouse.move(bens.x + 30, from.y + 10, { steps: 4 })
      await page.locator(".drop").waitFor()
      await page.mouse.up()
    } else {
      await takeCard(self)
      if (hand === "keys") await self.keys("ArrowRight", "Enter")
      else {
        await self.press(button(page, "Next free times"))
        await self.press(nextTimes(page).locator(".next-time", { hasText: "Ben Okafor" }).first())
        await self.press(button(page, /^Move to /))
      }
    }
    await expect.poll(async () => (await read()).provider.name).toBe("Ben Okafor")
  },
  "Move to the next free time on another day": async (self) => {
    const { page, hand } = self
    await takeCard(self)
    if (hand === "phone") await self.press(button(page, "Next free times"))
    const times = nextTimes(page).locator(".next-time")
    await expect.poll(() => times.count()).toBe(10)
    if (hand === "keys") {
      await self.key("9")
      await page.locator(".drop").waitFor()
      await self.key("Enter")
    } else {
      await self.press(times.nth(8))
      if (hand === "phone") await self.press(button(page, /^Move to /))
      else {
        await page.locator(".drop").waitFor()
        await self.press(times.nth(8))
      }
    }
    await expect.poll(async () => (await read()).start_time > "2027-03-03").toBe(true)
  },
  Cancel: async (self) => {
    const { page, hand } = self
    await openCard(self)
    if (hand === "keys") await self.key("x")
    else await self.press(button(page, /^Cancel/).first())
    await button(page, "Yes, cancel").waitFor()
    if (hand === "keys") await self.key("Control+Enter")
    else await self.press(button(page, "Yes, cancel"))
    await card(page, "Being cancelled").waitFor()
  },
  "Take a cancel back": async (self) => {
    const { page, hand } = self
    await service.api("POST", `/appointments/${samsId}/cancel`, { delay_seconds: 12 })
    await card(page, "Being cancelled").waitFor()
    if (hand === "keys") {
      await self.keys("ArrowDown", "Enter")
      await button(page, "Keep it").waitFor()
      await self.key("k")
    } else {
      await self.press(card(page, "Being cancelled"))
      await self.press(button(page, "Keep it"))
    }
    await card(page).waitFor()
  },
  "See the week": async (self) => {
    const { page, hand } = self
    if (hand === "keys") await self.key("w")
    else
      await self.press(
        button(page, "Week")
          .or(page.getByRole("link", { name: "Week", exact: true }))
          .first(),
      )
    await page.waitForURL(/view=week/)
  },
  "Go to a day three weeks ahead": async (self) => {
    const { page, hand } = self
    if (hand === "keys") {
      await self.key("g")
      await page.locator("input:focus").waitFor()
      await self.type("mar 23")
      await self.key("Enter")
    } else {
      if (hand === "phone") await self.press(page.getByRole("button", { name: "Days", exact: true }))
      await self.press(page.getByRole("region", { name: "Days" }).getByRole("button", { name: /March 23/ }))
    }
    await page.waitForURL(/2027-03-23/)
  },
  "Give a person a day off": async (self) => {
    const { page, hand } = self
    if (hand === "keys") {
      await self.key("o")
      await page.locator("select:focus").waitFor()
      await self.choose(page.locator("select:focus"), "Ben Okafor")
    } else {
      // A phone shows one person at a time: the first press shows this one.
      await self.press(button(page, "Ben Okafor").first())
      if (hand === "phone")
        await self.press(page.getByRole("columnheader").getByRole("button", { name: "Ben Okafor" }))
    }
    await page.getByRole("dialog", { name: "Time off of Ben Okafor" }).waitFor()
    if (hand === "keys") await self.key("Control+Enter")
    else await self.press(button(page, "Give time off"))
    await page.locator(".notice").getByRole("button", { name: "Undo" }).waitFor()
  },
  "Look up what is known of a booking": async (self) => {
    await openCard(self)
    await self.page.getByRole("dialog", { name: "Sam Poe" }).getByText("Boiler service").first().waitFor()
  },
  "Make an appointment longer": async (self) => {
    const { page, hand } = self
    if (hand === "keys") {
      await self.keys("ArrowDown", "e")
      await page.locator(".drop").waitFor()
      await self.keys("ArrowDown", "Enter")
    } else {
      const { x, y, width, height } = (await card(page).boundingBox())!
      self.presses += 1
      const end = { x: x + width / 2, y: y + height - 3 }
      await page.mouse.move(end.x, end.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y + 30, { steps: 4 })
      await page.locator(".drop").waitFor()
      await page.mouse.up()
    }
    await expect.poll(async () => (await read()).end_time > "2027-03-02T17:00").toBe(true)
  },
  "Answer a booking that waits for a yes": async (self) => {
    const { page, hand } = self
    const asked = { appointment_type_id: roofTypeId, provider_id: roofersId }
    const start_time = "2027-03-03T16:00:00.000Z"
    const pending = { customer_id: story.customerId, ...asked, start_time }
    const { id } = await make(service, "/appointments", pending)
    if (hand === "keys") {
      await self.key("r")
      await page.getByRole("link", { name: /^To confirm/ }).waitFor()
      await self.keys("y")
    } else {
      await self.press(page.getByRole("link", { name: /^Requests/ }))
      await self.press(page.getByRole("link", { name: /^To confirm/ }))
    }
    await page.getByRole("heading", { name: "Sam Poe asks for Roof check" }).waitFor()
    if (hand === "keys") await self.key("y")
    else await self.press(button(page, /^Confirm/).first())
    await page.getByRole("heading", { name: "Confirm it?" }).waitFor()
    if (hand === "keys") await self.key("Control+Enter")
    else await self.press(page.locator("form.question").getByRole("button", { name: /^Confirm/ }))
    await expect.poll(async () => (await stateOf(id)).status).toBe("scheduled")
  },
  "Offer a free stretch to who waits": async (self) => {
    const { page, hand } = self
    const wish = { customer_id: lousId, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
    const { id } = await make(service, "/waiting-entries", wish)
    const mark = page.getByRole("grid").getByRole("button", { name: "1 waiting" }).first()
    await mark.waitFor()
    if (hand === "keys") await self.keys("ArrowDown", "ArrowUp", "Enter")
    else await self.press(mark)
    await self.press(button(page, /^Offer .*, Lou Park$/))
    const entry = async () => (await service.api("GET", `/waiting-entries/${id}`)).body.data.state
    await expect.poll(entry).toBe("offered")
    await service.api("DELETE", `/waiting-entries/${id}`)
  },
  "Put a day on paper": async (self) => {
    const { page, hand } = self
    if (hand === "keys") await self.key("p")
    else {
      if (hand === "phone") await self.press(page.getByRole("button", { name: "Days", exact: true }))
      await self.press(page.getByRole("link", { name: /^Print this day/ }))
    }
    await page.getByRole("heading", { level: 1, name: "Day on paper" }).waitFor()
  },
  "Ask why a time is not offered": async (self) => {
    const { page, hand } = self
    if (hand === "keys") await self.key("n")
    else await self.press(button(page, /^Book/).first())
    const panel = page.getByRole("dialog", { name: "Book" })
    await self.choose(panel.getByLabel("Type"), "Boiler service")
    await self.press(panel.locator("summary", { hasText: "Another time" }))
    if (hand === "keys") {
      await self.keys("Tab", "Tab")
      await self.type("1000a")
    } else {
      await self.press(panel.getByLabel("Time", { exact: true }))
      await panel.getByLabel("Time", { exact: true }).fill("10:00")
      self.letters += "1000a".length
    }
    await self.press(button(page, "Check it"))
    await panel.getByRole("heading", { name: /^Why not 10:00/ }).waitFor()
  },
  "Give a caller their call back": async (self) => {
    const { page, hand } = self
    const wish = { message: "Are you hiring?", name: "Mia Torres" }
    await openChannels(service)
    await (await talk(service, strangersNumber)).tool("POST", "/callbacks", wish)
    // A move and a cancel ask first where texts go: the other tasks are counted without.
    for (const { id } of (await service.api("GET", "/channels")).body.data)
      await service.api("DELETE", `/channels/${id}`)
    const row = page.getByRole("link", { name: /^Call back: Mia Torres/ })
    if (hand === "keys") await self.key("i")
    else {
      await self.press(page.getByRole("link", { name: /^For you/ }))
      await self.press(row)
    }
    const entry = page.getByRole("region", { name: /^Call back: Mia Torres/ })
    await entry.waitFor()
    if (hand === "keys") await self.key("d")
    else await self.press(entry.getByRole("button", { name: /^Done/ }))
    await row.waitFor({ state: "detached" })
  },
  "Mark a visit as done": async (self) => {
    const { page, hand } = self
    const { customerId: customer_id, typeId: appointment_type_id, anaId: provider_id } = story
    const begun = { customer_id, appointment_type_id, provider_id, start_time: "2027-03-01T16:00:00.000Z" }
    const { id } = await make(service, "/appointments", begun)
    service.clock.set("2027-03-01T16:10:00.000Z")
    await page.clock.setFixedTime(service.clock.now())
    await page.goto(`${service.apiUrl}/console/?date=2027-03-01`)
    await card(page).waitFor()
    await openCard(self)
    if (hand === "keys") await self.key("c")
    else await self.press(button(page, /^Done/))
    await card(page, "Done").waitFor()
    await service.api("POST", `/appointments/${id}/reopen`)
    service.clock.set(monday)
    await page.clock.setFixedTime(monday)
  },
}

async function cleanUp(): Promise<void> {
  const { body } = await service.api("GET", "/appointments?status=scheduled&limit=100")
  for (const { id } of body.data) await service.api("POST", `/appointments/${id}/cancel`)
  const off = (await service.api("GET", `/providers/${story.benId}/time-off`)).body.data
  for (const { id } of off) await service.api("DELETE", `/providers/${story.benId}/time-off/${id}`)
}

interface Count {
  presses: number
  letters: number
  seconds: number
}

async function work(hand: Hand): Promise<Record<string, Count>> {
  const isPhone = hand === "phone"
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/Chicago",
    viewport: { width: 1350, height: 900 },
    hasTouch: isPhone,
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, email)
  if (isPhone) await page.setViewportSize({ width: 390, height: 844 })
  const counts: Record<string, Count> = {}
  for (const [name, task] of Object.entries(tasks)) {
    await cleanUp()
    const { id } = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    samsId = id
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.evaluate("localStorage.setItem('appointed.console.cancelled', 'hidden')")
    await page.reload()
    await card(page).waitFor()
    const worker = new Worker(page, hand)
    const began = performance.now()
    await task(worker).catch((error: Error) => {
      throw new Error(`${name}, ${hand}: ${error.message}`)
    })
    const { presses, letters } = worker
    counts[name] = { presses, letters, seconds: Math.round((performance.now() - began) / 100) / 10 }
  }
  await context.close()
  return counts
}

/** The figures of docs/console.md: for each task the presses of each hand, `5 + 7` with the letters. */
function documented(): Record<string, Record<Hand, string>> {
  const text = readFileSync("docs/console.md", "utf8")
  const rows = text
    .split("## The dispatcher's hour")[1]!
    .split("\n##")[0]!
    .matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)
  return Object.fromEntries(
    [...rows].map(([, name, mouse, keys, phone]) => [name!, { mouse: mouse!, keys: keys!, phone: phone! }]),
  )
}

describe("the dispatcher's hour", () => {
  it("DS-01 the docs count each task by each hand", () => {
    const table = documented()
    for (const name of Object.keys(tasks))
      expect([name, ...hands.map((hand) => table[name]?.[hand] ?? "")]).toEqual([
        name,
        ...hands.map(() => expect.stringMatching(/\d/)),
      ])
  })

  if (!isWhole) return
  it.each(hands)(
    "DS-01 DS-02 DS-05 DS-10 what is done most, by %s, take as many presses as the docs say",
    async (hand) => {
      const counts = await work(hand)
      console.table(counts)
      const table = documented()
      const counted = Object.keys(tasks).map((name) => {
        const { presses, letters } = counts[name]!
        return [name, letters > 0 ? `${presses} + ${letters}` : `${presses}`]
      })
      expect(counted).toEqual(Object.keys(tasks).map((name) => [name, table[name]?.[hand]]))
    },
  )
})
