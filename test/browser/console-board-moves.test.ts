/** Moving an appointment to anywhere: to other days, by keys, mouse and finger, from the board and from other pages. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeProvider, type Story, tellStory, weekdays } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats, type Seat } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
let page: Page
/** Sam Poe, Tuesday March 2, 10:00 with Ana. */
let samsId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  samsId = (await book({ start_time: "2027-03-02T16:00:00.000Z" })).id
})
afterEach(async () => {
  await seats.leave()
  await service.api("POST", `/appointments/${samsId}/cancel`)
  expect(seats.complaints.splice(0)).toEqual([])
})

const book = (fields: Record<string, unknown>) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    ...fields,
  })
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const placeOf = async (id: number) => {
  const { provider, start_time } = await read(id)
  return `${provider.name} ${start_time}`
}

async function open(path: string, seat?: Seat): Promise<void> {
  page = await seats.take(email, path, seat)
}

const card = () => page.getByRole("button", { name: /^Sam Poe.*Booked/ }).first()
const columnOf = (provider: string) =>
  page.getByRole("gridcell").filter({ has: page.getByRole("list", { name: provider }) })
const calendarDay = (name: RegExp) => page.getByRole("region", { name: "Days" }).getByRole("button", { name })
const nextTimes = () => page.getByRole("region", { name: "Next free times" })
const lit = (provider: string) => columnOf(provider).locator(".legal").first()
const shownDay = (name: RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()
const isWritten = (place: string) => expect.poll(() => placeOf(samsId)).toBe(place)

/** Takes Sam's card, until the starts of the day are lit. */
async function takeByKeys(): Promise<void> {
  await card().focus()
  await page.keyboard.press("m")
  await lit("Ben Okafor").waitFor()
}

describe("DS-01 to another day from the day board", () => {
  beforeEach(() => open("/?date=2027-03-02"))

  it("DS-01 by keys: the days turn under the card, and its starts light up on each", async () => {
    await takeByKeys()
    await page.keyboard.press("Shift+ArrowRight")
    await shownDay(/^Wednesday, March 3/)
    await lit("Ana Ruiz").waitFor()
    await nextTimes().getByRole("heading", { name: "Moving Sam Poe" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => columnOf("Ana Ruiz").locator(".drop").textContent()).toMatch(/10:00/)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => columnOf("Ben Okafor").locator(".drop").textContent()).toMatch(/10:30/)
    await page.keyboard.press("Enter")
    await isWritten("Ben Okafor 2027-03-03T16:30:00.000Z")
    await expect.poll(() => columnOf("Ben Okafor").textContent()).toContain("Sam Poe")
    await page.locator(".notice").getByRole("button", { name: "Undo" }).click()
    await isWritten("Ana Ruiz 2027-03-02T16:00:00.000Z")
  })

  it("DS-01 Escape puts it back, and shows the day again that it never left", async () => {
    await takeByKeys()
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await shownDay(/^Thursday, March 4/)
    await page.keyboard.press("Escape")
    await shownDay(/^Tuesday, March 2/)
    await expect.poll(() => page.evaluate("document.activeElement.dataset.appointment")).toBe(String(samsId))
    await nextTimes().waitFor({ state: "detached" })
    expect(await placeOf(samsId)).toBe("Ana Ruiz 2027-03-02T16:00:00.000Z")
  })

  it("DS-01 by presses: the button, the way to the next day, a lit place", async () => {
    await card().click()
    await page.getByRole("button", { name: "Move M" }).click()
    await lit("Ben Okafor").waitFor()
    await page.getByRole("button", { name: "Day after" }).click()
    await shownDay(/^Wednesday, March 3/)
    const place = (await lit("Ben Okafor").boundingBox())!
    await page.mouse.click(place.x + 30, place.y + 30)
    await expect.poll(async () => (await read(samsId)).provider.name).toBe("Ben Okafor")
    expect((await read(samsId)).start_time).toMatch(/^2027-03-03/)
  })

  it("DS-01 DS-03 by drag over a day of the calendar, which opens; one request asks for a day's starts", async () => {
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(new URL(request.url()).pathname)
    })
    const from = (await card().boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 14)
    await lit("Ben Okafor").waitFor()
    const day = (await calendarDay(/^Thursday, March 4/).boundingBox())!
    await page.mouse.move(day.x + 10, day.y + 10, { steps: 4 })
    await shownDay(/^Thursday, March 4/)
    await lit("Ana Ruiz").waitFor()
    const ana = (await columnOf("Ana Ruiz").boundingBox())!
    await page.mouse.move(ana.x + 30, from.y + 10, { steps: 4 })
    await expect.poll(() => columnOf("Ana Ruiz").locator(".drop").textContent()).toMatch(/10:00/)
    await page.mouse.up()
    await isWritten("Ana Ruiz 2027-03-04T16:00:00.000Z")
    // Two days, with the times of the list and the days of the calendar.
    expect(asked.filter((path) => path.endsWith("/slots"))).toEqual([])
    expect(asked.filter((path) => path.endsWith("/board/starts")).length).toBeLessThanOrEqual(6)
  })

  it("DS-01 DS-02 CB-11 by a drop on a day of the calendar: it keeps the person and takes the nearest time of day", async () => {
    const from = (await card().boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 14)
    const day = (await calendarDay(/^Friday, March 5/).boundingBox())!
    await page.mouse.move(day.x + 10, day.y + 10)
    // Over no start its name is under the pointer.
    await page.locator(".in-hand", { hasText: "Sam Poe" }).waitFor()
    await page.mouse.up()
    await page.locator(".in-hand").waitFor({ state: "detached" })
    await shownDay(/^Friday, March 5/)
    await isWritten("Ana Ruiz 2027-03-05T16:00:00.000Z")
  })

  it("DS-01 by the next free times: the best ten over days, one press to hold, another to drop", async () => {
    await takeByKeys()
    const rows = nextTimes().locator(".next-time")
    await expect.poll(() => rows.count()).toBe(10)
    const days = nextTimes().getByRole("heading", { level: 3 })
    expect(await days.count()).toBeGreaterThan(2)
    const wanted = nextTimes()
      .getByRole("region")
      .or(nextTimes().locator("section"))
      .nth(1)
      .locator(".next-time")
      .first()
    const name = (await wanted.locator("b").textContent())!
    await wanted.click()
    await shownDay(/^Wednesday, March 3/)
    await expect.poll(() => page.locator(".drop").textContent()).toContain(name)
    expect(await placeOf(samsId)).toBe("Ana Ruiz 2027-03-02T16:00:00.000Z")
    await wanted.click()
    await expect.poll(async () => (await read(samsId)).start_time).toMatch(/^2027-03-03/)
  })

  it("DS-01 by a digit and Enter", async () => {
    await takeByKeys()
    await expect.poll(() => nextTimes().locator(".next-time").count()).toBe(10)
    await page.keyboard.press("0")
    await page.locator(".drop").waitFor()
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await read(samsId)).start_time > "2027-03-04").toBe(true)
  })
})

it("DS-01 a card that is dragged to an edge scrolls the board, to providers out of sight", async () => {
  const made = Array.from({ length: 12 }, (_, at) =>
    makeProvider(service, {
      name: `Zoe ${at + 1}`,
      appointment_type_ids: [story.typeId],
      weekly_hours: weekdays(story.locationId),
    }),
  )
  const ids = await Promise.all(made)
  await open("/?date=2027-03-02", { width: 1240 })
  const from = (await card().boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 14)
  await lit("Ben Okafor").waitFor()
  const grid = (await page.getByRole("grid", { name: /(March|Mar) 2/ }).boundingBox())!
  await page.mouse.move(grid.x + grid.width - 8, from.y + 10, { steps: 3 })
  await expect
    .poll(() =>
      page
        .locator(".grid")
        .evaluate((each) => Math.ceil(each.scrollLeft + each.clientWidth) >= each.scrollWidth),
    )
    .toBe(true)
  const last = (await columnOf("Zoe 9").boundingBox())!
  await page.mouse.move(last.x + 30, from.y + 10, { steps: 3 })
  await expect.poll(() => columnOf("Zoe 9").locator(".drop").textContent()).toMatch(/10:00/)
  await page.mouse.up()
  await isWritten("Zoe 9 2027-03-02T16:00:00.000Z")
  await Promise.all(ids.map((id) => service.api("PUT", `/providers/${id}`, { active: false })))
})

type Hand = "mouse" | "keys" | "finger"

/** Presses what the hand presses. */
async function press(hand: Hand, what: Locator): Promise<void> {
  if (hand === "mouse") await what.click()
  else if (hand === "finger") await what.tap()
  else await what.press("Enter")
}

const seatOf: Record<Hand, Seat> = {
  mouse: {},
  keys: {},
  finger: { width: 390, height: 844, hasTouch: true },
}

/** The views of the appointment, and how its move begins in each. */
const ways: Record<string, (hand: Hand) => Promise<void>> = {
  "the day board": async (hand) => {
    await open("/?date=2027-03-02", seatOf[hand])
    await takeBy(hand, card())
  },
  "the week of everybody": async (hand) => {
    await open("/?view=week&date=2027-03-02", seatOf[hand])
    const chip = page.getByRole("link", { name: /Sam Poe/ }).first()
    await chip.waitFor()
    expect(await page.locator('th[aria-current="date"]').allTextContents()).toEqual(["Mon, Mar 1"])
    if (hand === "keys") return takeBy(hand, chip)
    await press(hand, chip)
    await press(hand, page.getByRole("button", { name: /^Move/ }))
  },
  "the week of one provider": async (hand) => {
    await open(`/?view=week&provider=${story.anaId}&date=2027-03-02`, seatOf[hand])
    await takeBy(hand, card())
  },
  "the customer's page": async (hand) => {
    await open(`/customers/${story.customerId}`, seatOf[hand])
    await press(hand, page.getByRole("button", { name: /^Move, .*Mar 2/ }))
    await press(hand, page.getByRole("link", { name: "On the board" }))
  },
  "the request's page": async (hand) => {
    await service.api("POST", `/appointments/${samsId}/cancel`)
    const request = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-04-01",
    })
    requestId = request.id
    const booking = { start_time: "2027-03-02T16:00:00.000Z", scheduling_request_id: request.id }
    samsId = (await book(booking)).id
    await open(`/requests/${request.id}`, seatOf[hand])
    await press(hand, moveLink())
  },
  "the search": async (hand) => {
    await open("/customers?search=Sam%20P", seatOf[hand])
    await press(hand, moveLink())
  },
}
const moveLink = () => page.getByRole("link", { name: /^Move, .*Mar 2/ })
let requestId: number | null = null

async function takeBy(hand: Hand, seen: Locator): Promise<void> {
  if (hand === "keys") return seen.press("m")
  await press(hand, seen)
  await press(hand, page.getByRole("button", { name: /^Move/ }))
}

/** To a later day, as each hand does it. */
const drops: Record<Hand, () => Promise<void>> = {
  mouse: async () => {
    await calendarDay(/^Thursday, March 4,/).click()
    await page.waitForURL(/2027-03-04/)
    const light = (await page.locator('[data-column$="2027-03-04"] .legal').first().boundingBox())!
    await page.mouse.click(light.x + 30, light.y + 40)
  },
  keys: async () => {
    await nextTimes().locator(".next-time").nth(8).waitFor()
    await page.keyboard.press("9")
    await page.locator(".drop").waitFor()
    await page.keyboard.press("Enter")
  },
  finger: async () => {
    await page.getByRole("button", { name: "Next free times" }).tap()
    await nextTimes().locator(".next-time").last().tap()
    await page.getByRole("button", { name: /^Move to / }).tap()
  },
}

describe("DS-01 from wherever the appointment is seen, by any hand", () => {
  afterEach(async () => {
    if (requestId === null) return
    await service.api("POST", `/appointments/${samsId}/cancel`)
    await service.api("POST", `/scheduling-requests/${requestId}/cancel`)
    requestId = null
  })

  const table = Object.keys(ways).flatMap((way) =>
    (["mouse", "keys", "finger"] as const).map((hand) => [way, hand] as const),
  )
  it.each(table)("DS-01 from %s, by %s", async (way, hand) => {
    await ways[way]!(hand)
    await expect.poll(() => page.locator(".legal").count()).toBeGreaterThan(0)
    expect(new URL(page.url()).searchParams.has("move")).toBe(false)
    await drops[hand]()
    await expect.poll(async () => (await read(samsId)).start_time > "2027-03-03").toBe(true)
  })

  it("DS-01 from the week of one provider, to the week after", async () => {
    await open(`/?view=week&provider=${story.anaId}&date=2027-03-02`)
    const weekAfter = Promise.withResolvers<void>()
    await page.route(/date=2027-03-08/, async (route) => {
      await weekAfter.promise
      await route.continue()
    })
    await page.reload()
    await card().focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.locator(".drop").waitFor()
    const lifted = page.locator(".appointment.from")
    expect(await lifted.count()).toBe(1)
    expect(await lifted.getAttribute("data-appointment")).toBe(String(samsId))
    await page.keyboard.press("Shift+ArrowRight")
    await shownDay(/^Mar 8/)
    // The former week is still shown, and no start of it can be chosen.
    await page.locator(".legal").first().waitFor({ state: "detached" })
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key)
    expect(await page.locator(".drop").count()).toBe(0)
    weekAfter.resolve()
    await page.locator('[data-column$="2027-03-09"] .legal').first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await isWritten("Ana Ruiz 2027-03-09T16:00:00.000Z")
  })

  it("DS-01 by a finger that rests on the card and drags it over a day of the week's strip", async () => {
    await open("/?date=2027-03-02", seatOf.finger)
    await card().scrollIntoViewIfNeeded()
    const from = (await card().boundingBox())!
    const line = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      line.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] })
    await touch("touchStart", from.x + 60, from.y + 20)
    await page.locator(".legal").first().waitFor()
    const day = (await page
      .locator(".week-strip")
      .getByRole("button", { name: /March 4/ })
      .boundingBox())!
    await touch("touchMove", from.x + 62, from.y + 10)
    await touch("touchMove", day.x + 15, day.y + 20)
    await page.waitForURL(/2027-03-04/)
    await page.locator('[data-column$="2027-03-04"] .legal').first().waitFor()
    await touch("touchMove", from.x + 60, from.y + 30)
    await page.locator(".drop").waitFor()
    await touch("touchEnd")
    await expect.poll(async () => (await read(samsId)).start_time).toMatch(/^2027-03-04/)
  })

  it("DS-01 by finger: a move that was begun is put back", async () => {
    await open("/?date=2027-03-02", seatOf.finger)
    await takeBy("finger", card())
    await page
      .locator(".week-strip")
      .getByRole("button", { name: /March 4/ })
      .tap()
    await page.locator(".legal").first().waitFor()
    await page.getByRole("button", { name: "Put it back" }).tap()
    await expect.poll(() => page.locator(".legal").count()).toBe(0)
    expect(await placeOf(samsId)).toBe("Ana Ruiz 2027-03-02T16:00:00.000Z")
  })
})

describe("DS-02 any date from the board", () => {
  beforeEach(() => open("/?date=2027-03-02"))

  it("DS-02 by mouse in the month, which says how full each day is", async () => {
    await calendarDay(/^Tuesday, March 2, \d+% full$/).waitFor()
    await calendarDay(/^Saturday, March 6, Closed$/).waitFor()
    await page.getByRole("button", { name: "Month after" }).click()
    await calendarDay(/^Thursday, April 15/).click()
    await shownDay(/^Thursday, April 15/)
  })

  it("DS-02 by keys in the month", async () => {
    await calendarDay(/^Tuesday, March 2,/).focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("PageDown")
    await page.keyboard.press("Home")
    await expect.poll(() => page.evaluate("document.activeElement.dataset.day")).toBe("2027-04-05")
    await page.keyboard.press("Enter")
    await shownDay(/^Monday, April 5/)
  })

  it("DS-02 by a typed date; what is none is refused in words", async () => {
    await page.getByRole("textbox", { name: "Go to a date" }).waitFor()
    await page.keyboard.press("g")
    await page.keyboard.type("apr 15")
    await page.keyboard.press("Enter")
    await shownDay(/^Thursday, April 15/)
    await page.keyboard.press("g")
    await page.keyboard.type("soon")
    await page.keyboard.press("Enter")
    await page.getByText("Not a date.").waitFor()
    await shownDay(/^Thursday, April 15/)
  })

  it("DS-02 on a phone the month lies over the board", async () => {
    await open("/?date=2027-03-02", { width: 390, height: 844, hasTouch: true })
    await page.getByRole("button", { name: "Days", exact: true }).tap()
    await calendarDay(/^Thursday, March 18/).tap()
    await shownDay(/Mar 18/)
    await calendarDay(/^Thursday, March 18/).waitFor({ state: "detached" })
  })
})

describe("DS-04 a drop that cannot stay", () => {
  let rosasId: number
  const note = () => page.getByRole("dialog", { name: "This time does not work" })
  beforeEach(async () => {
    const customer_id = (await make(service, "/customers", { name: "Rosa Lind" })).id
    const rosas = { customer_id, provider_id: story.benId, start_time: "2027-03-02T18:00:00.000Z" }
    rosasId = (await book({ ...rosas, appointment_type_id: await longTypeId() })).id
    await open("/?date=2027-03-02")
  })
  afterEach(() => service.api("POST", `/appointments/${rosasId}/cancel`))

  /** Three hours, so that their middle is near no start. */
  let longId: number | undefined
  async function longTypeId(): Promise<number> {
    if (longId !== undefined) return longId
    longId = (await make(service, "/appointment-types", { name: "Refit", duration_minutes: 240 }))
      .id as number
    for (const id of [story.anaId, story.benId])
      await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [story.typeId, longId] })
    return longId
  }

  /** Sam's card is let go an hour and a half into Rosa's appointment with Ben. */
  async function dropOnRosa(): Promise<void> {
    const from = (await card().boundingBox())!
    const rosas = (await page.getByRole("button", { name: /^Rosa Lind.*Booked/ }).boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 8)
    await lit("Ben Okafor").waitFor()
    await page.mouse.move(rosas.x + 20, rosas.y + rosas.height * 0.38 + 4, { steps: 4 })
    await page.mouse.up()
  }

  it("DS-04 says in one sentence what stands there, covers neither card, and offers near times", async () => {
    await dropOnRosa()
    await note()
      .getByRole("heading", { name: /^Ben Okafor is with Rosa Lind, 12:00\sPM to 4:00\sPM\.$/ })
      .waitFor()
    await note()
      .getByText(/^Sam Poe stays at Tue, Mar 2, 10:00\sAM with Ana Ruiz\.$/)
      .waitFor()
    await expect.poll(() => note().locator(".near-row").count()).toBe(3)
    const box = (await note().boundingBox())!
    for (const name of [/^Sam Poe.*Booked/, /^Rosa Lind.*Booked/]) {
      const other = (await page.getByRole("button", { name }).first().boundingBox())!
      const meets =
        box.x < other.x + other.width &&
        other.x < box.x + box.width &&
        box.y < other.y + other.height &&
        other.y < box.y + box.height
      expect(meets).toBe(false)
    }
    // Before the near times stands the swap.
    const near = note().locator(".near-row").nth(1)
    const [time] = (await near.locator("b").textContent())!.split(/\s/)
    await page.keyboard.press("2")
    await note().waitFor({ state: "detached" })
    await expect.poll(async () => (await read(samsId)).start_time).not.toBe("2027-03-02T16:00:00.000Z")
    await page.getByRole("button", { name: new RegExp(`^Sam Poe.*\\b${time}`) }).waitFor()
  })

  it("DS-04 shows all reasons on demand; Escape gives the focus back to the card", async () => {
    await dropOnRosa()
    await note().waitFor()
    await page.keyboard.press("w")
    await note().getByText("Ben Okafor has an appointment then.").waitFor()
    await expectAccessibleInLightAndDark(page, "a refused drop")
    await page.keyboard.press("Escape")
    await note().waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate("document.activeElement.dataset.appointment")).toBe(String(samsId))
    expect(await placeOf(samsId)).toBe("Ana Ruiz 2027-03-02T16:00:00.000Z")
  })

  it("DS-04 a press on what stands there says the same", async () => {
    await takeByKeys()
    await page.getByRole("button", { name: /^Rosa Lind.*Booked/ }).click()
    await note()
      .getByRole("heading", { name: /^Ben Okafor is with Rosa Lind/ })
      .waitFor()
  })

  it("DS-15 why not here, asked of an occupied place: it is named, and its move is one press away", async () => {
    await page.keyboard.press("n")
    await page
      .getByRole("dialog", { name: "Book" })
      .getByRole("combobox", { name: "Type" })
      .selectOption({ label: "Boiler service" })
    // The panel lies over its end.
    await page.getByRole("button", { name: /^Rosa Lind.*Booked/ }).click({ position: { x: 40, y: 40 } })
    const why = page.locator(".why")
    await why.getByText(/^Rosa Lind, 12:00\sPM – 4:00\sPM$/).waitFor()
    await why.getByRole("button", { name: "Move Rosa Lind instead" }).click()
    await nextTimes().getByRole("heading", { name: "Moving Rosa Lind" }).waitFor()
    await page.keyboard.press("Escape")
  })

  it("DS-15 why not here, asked of a closed time: the way to the hours that close it", async () => {
    await page.keyboard.press("n")
    await page
      .getByRole("dialog", { name: "Book" })
      .getByRole("combobox", { name: "Type" })
      .selectOption({ label: "Boiler service" })
    const top = (await page.locator(".column").first().boundingBox())!
    await page.mouse.click(top.x + 40, top.y + 10)
    const why = page.locator(".why")
    await why.getByText("Ana Ruiz does not work then at Downtown.").waitFor()
    const mend = why.getByRole("link")
    expect(await mend.getAttribute("href")).toBe(`/console/settings/providers/${story.anaId}/hours`)
  })

  it("DS-15 all reasons of a refused drop lead to what mends them, too", async () => {
    await takeByKeys()
    const top = (await page.locator(".column").first().boundingBox())!
    await page.mouse.click(top.x + 40, top.y + 10)
    await note()
      .getByRole("heading", { name: /^Ana Ruiz does not work then/ })
      .waitFor()
    await page.keyboard.press("w")
    const mend = note().getByRole("link")
    expect(await mend.first().getAttribute("href")).toBe(`/console/settings/providers/${story.anaId}/hours`)
  })

  it("DS-04 moves what stands there instead", async () => {
    await dropOnRosa()
    await note().getByRole("button", { name: "Move Rosa Lind instead" }).click()
    await nextTimes().getByRole("heading", { name: "Moving Rosa Lind" }).waitFor()
  })

  it("DS-04 of a time that was taken meanwhile it says the same, at the card", async () => {
    await takeByKeys()
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => columnOf("Ben Okafor").locator(".drop").textContent()).toMatch(/10:00/)
    await page.route("**/events/stream**", (route) => route.abort())
    const customer_id = (await make(service, "/customers", { name: "Tom Hall" })).id
    const { id } = await book({
      customer_id,
      provider_id: story.benId,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    await page.keyboard.press("Enter")
    await note()
      .getByRole("heading", { name: /^Ben Okafor is with Tom Hall/ })
      .waitFor()
    expect(await placeOf(samsId)).toBe("Ana Ruiz 2027-03-02T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/cancel`)
  })
})

describe("DS-07 cancelled appointments", () => {
  const cancelled = () => page.getByRole("button", { name: /^Ida Falk.*Cancelled/ }).first()
  let idasId: number
  beforeEach(async () => {
    const customer_id = (await make(service, "/customers", { name: "Ida Falk" })).id
    const time = { provider_id: story.benId, start_time: "2027-03-10T16:00:00.000Z" }
    idasId = (await book({ ...time, customer_id })).id
    await service.api("POST", `/appointments/${idasId}/cancel`)
    await service.api("POST", `/appointments/${samsId}/cancel`)
    samsId = (await book(time)).id
    await open("/?date=2027-03-10")
  })

  it("DS-07 never narrow a live one: they are strips at its edge, whole where the focus is", async () => {
    const column = (await columnOf("Ben Okafor").boundingBox())!
    const live = (await card().boundingBox())!
    expect(column.width - live.width).toBeLessThan(8)
    expect((await cancelled().boundingBox())!.width).toBeLessThan(12)
    await cancelled().focus()
    await expect.poll(async () => (await cancelled().boundingBox())!.width).toBeGreaterThan(live.width / 2)
    await cancelled().press("Enter")
    await page.getByRole("dialog", { name: "Ida Falk" }).waitFor()
  })

  it("DS-07 can be hidden, and stay so in this browser", async () => {
    await cancelled().waitFor()
    await page.getByRole("checkbox", { name: "Show cancelled" }).uncheck()
    await cancelled().waitFor({ state: "detached" })
    await page.reload()
    await card().waitFor()
    expect(await cancelled().count()).toBe(0)
    await page.getByRole("checkbox", { name: "Show cancelled" }).check()
    await cancelled().waitFor()
  })
})

it("CN-14 a started move, its list and the month are accessible, on a phone and at 320 pixels, too", async () => {
  await open("/?date=2027-03-02")
  await takeByKeys()
  await nextTimes().locator(".next-time").first().waitFor()
  await page.keyboard.press("2")
  await page.locator(".drop").waitFor()
  await expectAccessibleInLightAndDark(page, "a started move")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "Days", exact: true }).click()
  await nextTimes().waitFor()
  await expectAccessibleInLightAndDark(page, "the times on a phone")
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, "the times at 320 pixels")
})
