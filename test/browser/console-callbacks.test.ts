/** A caller left a message with the agent: the desk sees that somebody waits, calls back, and says that it is done. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { expectAccessible, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let browser: Browser
let page: Page

beforeAll(async () => {
  service = await startService()
  await tellStory(service)
  await openChannels(service)
  browser = await launch()
  ;({ page } = await signedInAt(service, browser, "/callbacks"))
  await page.getByText("Nobody waits for a call").waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const leave = async (caller: string, wish: object) => {
  const answer = await (await talk(service, caller)).tool("POST", "/callbacks", wish)
  expect(answer.status).toBe(201)
}
const rail = (name: string | RegExp) => page.getByRole("navigation").getByRole("link", { name, exact: true })

describe("callbacks in the console", () => {
  it("AV-11 appear as they come, with how many wait in the rail, and go when somebody has called", async () => {
    await rail("For you").waitFor()
    await leave(samsNumber, {
      message: "Wants an offer for a second boiler.",
      best_time: "Tuesday after three",
    })
    await rail("For you 1 waiting").waitFor()
    await leave(strangersNumber, { message: "Are you hiring?", name: "Mia Torres" })
    await rail("For you 2 waiting").waitFor()

    const sam = page.getByRole("row").filter({ hasText: "second boiler" })
    await sam.getByRole("link", { name: "Sam Poe" }).waitFor()
    await sam.getByText("Tuesday after three").waitFor()
    expect(await sam.getByRole("link", { name: /555/ }).getAttribute("href")).toBe(`tel:${samsNumber}`)
    await page.getByRole("row").filter({ hasText: "Mia Torres" }).getByText("Any time").waitFor()
    await expectAccessible(page, "callbacks")
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "callbacks")
    await page.setViewportSize({ width: 1280, height: 800 })

    await sam.getByRole("button", { name: "Done" }).click()
    await sam.waitFor({ state: "detached" })
    await rail("For you 1 waiting").waitFor()
    await page.getByRole("group", { name: "State" }).getByRole("button", { name: "Done" }).click()
    await sam.getByRole("button", { name: "Put back" }).click()
    await rail("For you 2 waiting").waitFor()
    await page.getByText("Nobody has been called back yet").waitFor()
  })

  it("AV-11 DS-20 the developers' events name the caller, also one who is no customer", async () => {
    await page.goto(`${service.apiUrl}/console/developers/events`)
    const callbackOf = (name: string) =>
      page.getByRole("row").filter({ hasText: "callback.requested" }).getByRole("cell", { name })
    await callbackOf("Mia Torres").waitFor()
    await callbackOf("Sam Poe").waitFor()
  })
})
