/** A company writes to its customers and tries its agent: a plan with its preview, a text that did not go, a STOP. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { makeRequest, ownNumber } from "../support/outreach.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { expectAccessible, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let browser: Browser
let page: Page

beforeAll(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ book: true, texts: carrier, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  for (const kind of ["sms", "voice"]) await make(service, "/channels", { kind, phone: ownNumber })
  await service.api("PUT", "/company", { new_customers: "allowed" })
  browser = await launch()
  ;({ page } = await signedInAt(service, browser, "/messages/plans"))
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const bubbles = () => page.locator(".bubble").allTextContents()

async function expectFine(where: string): Promise<void> {
  await expectAccessible(page, where)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, where)
  await page.setViewportSize({ width: 1280, height: 800 })
}

describe("messages in the console", () => {
  it("CN-11 a plan is written with what the customer gets beside it, as long as it is sent", async () => {
    await page.getByText("No plans yet").waitFor()
    await page.getByRole("link", { name: "New plan" }).first().click()
    await page.getByLabel("Name").fill("Two nudges")
    const text = page.getByRole("textbox", { name: "Text", exact: true })
    await text.fill("Hi {first_name}, pick a time for {appointment_type}: ")
    await page.getByRole("button", { name: "Booking link" }).click()
    await page.getByText("of 320 characters, the link counts as 100").waitFor()
    await page.getByRole("combobox", { name: "As it reads for" }).fill("sam")
    await page.getByRole("option", { name: "Sam Poe" }).click()
    await page.getByRole("option", { name: "Sam Poe" }).waitFor({ state: "detached" })
    await page.getByLabel("Type", { exact: true }).selectOption({ label: "Boiler service" })
    await expect
      .poll(bubbles)
      .toEqual([
        expect.stringMatching(
          /^Harbour Heating: Hi Sam, pick a time for Boiler service: http.*\nReply STOP for no more texts\.$/,
        ),
      ])
    await text.fill("Don’t wait, {name}")
    await page.getByText("found {name}").waitFor()
    await page.getByText("’ costs more").waitFor()
    await expectFine("a plan")

    await text.fill("Hi {first_name}, pick a time for {appointment_type}: {booking_link}")
    await expect.poll(bubbles).toEqual([expect.stringContaining("pick a time for Boiler service")])
    const [shown] = await bubbles()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Two nudges" }).waitFor()

    const [plan] = (await service.api("GET", "/outreach-plans")).body.data
    const request = await makeRequest(service, story, { outreach_plan_id: plan.id })
    await sendTexts(service.context)
    const sent = carrier.sent.at(-1)!.body
    expect(shown!.replace(/http\S+/, request.booking_url)).toBe(sent)
    expect(shown!.length).toBe(sent.length)
  })

  it("CN-11 the log says why a text did not go, and stays true while it is looked at", async () => {
    const customerId = await makeCustomer(service, { name: "Ada Abbott", phone: "+15125550171" })
    const { contacts } = (await service.api("GET", `/customers/${customerId}`)).body.data
    const consent = `/customers/${customerId}/contacts/${contacts[0].id}/consent`
    await make(service, consent, { channel: "sms", event: "revoked", source: "customer replied STOP" })
    await page.getByRole("link", { name: "Messages" }).click()
    await page.getByRole("link", { name: "Sam Poe" }).waitFor()
    const [plan] = (await service.api("GET", "/outreach-plans")).body.data
    await makeRequest(service, { ...story, customerId }, { outreach_plan_id: plan.id })
    await sendTexts(service.context)
    await page.getByRole("row", { name: /Ada Abbott/ }).waitFor()

    await page.getByRole("button", { name: "Not sent" }).click()
    await page.getByRole("row", { name: /Ada Abbott.*Not sent.*The number has opted out/ }).waitFor()
    await expect.poll(() => page.getByRole("link", { name: "Sam Poe" }).count()).toBe(0)
    await page
      .getByRole("row", { name: /Ada Abbott/ })
      .getByRole("link")
      .first()
      .click()
    await page.getByRole("dialog", { name: "Follow-up" }).getByText("Scheduling request").waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get("outcome")).toBe("skipped")
    await page.reload()
    await page.getByRole("dialog", { name: "Follow-up" }).getByText("The number has opted out.").waitFor()
    await expectFine("the log")
  })

  it("CN-11 an opt-out is lifted by a word of its owner, and a STOP by nothing but their START", async () => {
    const customerId = await makeCustomer(service, { name: "Bo Brook", phone: "+15125550172" })
    const { contacts } = (await service.api("GET", `/customers/${customerId}`)).body.data
    const consent = `/customers/${customerId}/contacts/${contacts[0].id}/consent`
    await make(service, consent, { channel: "sms", event: "revoked", source: "told Nora at the desk" })
    await page.getByRole("link", { name: "Opt-outs" }).click()
    await page.getByRole("link", { name: "(512) 555-0171" }).click()
    const stopped = page.getByRole("dialog", { name: "(512) 555-0171" })
    await stopped.getByText("STOP can’t be undone by you.").waitFor()
    expect(await stopped.getByRole("button", { name: "Record their START" }).isDisabled()).toBe(true)
    expect(await stopped.getByLabel("How they said so").count()).toBe(0)
    await expectFine("opt-outs")

    await page.getByLabel("What did a number say?").fill("512 555 0172")
    await page.keyboard.press("Enter")
    const declined = page.getByRole("dialog", { name: "(512) 555-0172" })
    await declined.getByLabel("How they said so").fill("asked Nora to text again")
    await declined.getByRole("button", { name: "Record a yes" }).click()
    await page.getByText("Recorded. Texts may go again.").waitFor()
    await declined.getByText("Agreed").waitFor()
    const left = (await service.api("GET", "/opt-outs")).body.data
    expect(left.map(({ customers }: { customers: { name: string }[] }) => customers[0]?.name)).toEqual([
      "Ada Abbott",
    ])
  })
})

describe("agents in the console", () => {
  it("CN-12 numbers are added, and the platform's files hold this host, the secret's id and no key", async () => {
    await page.getByRole("link", { name: "Agents" }).click()
    await page.getByRole("button", { name: "Add a number" }).click()
    await page.getByLabel("Number", { exact: true }).fill("512 555 0188")
    await page.getByRole("dialog").getByRole("button", { name: "Add a number" }).click()
    await page.getByText("(512) 555-0188").waitFor()
    await expectFine("numbers")
    await page.getByRole("link", { name: "Platform" }).click()
    await page.getByLabel("Id on the platform").fill("Xq2")
    await page.getByRole("combobox", { name: "File" }).selectOption("tool_configs/find_slots.json")
    await expect.poll(() => page.locator("pre").textContent()).toContain('"secret_id": "Xq2"')
    expect(await page.locator("pre").textContent()).toContain(`"url": "${service.apiUrl}/api/v1/agent/slots"`)
    await expectFine("the platform")
  })

  it("CN-12 a conversation is played in a test company: a new caller books, and nothing real changes", async () => {
    await page.getByRole("link", { name: "Try it" }).click()
    await page.getByText("What its tools do is done").waitFor()
    await expectFine("before a conversation")
    await page.getByRole("button", { name: "Make a test company" }).click()
    await page.getByLabel("Caller’s name").fill("Kim Lane")
    await page.getByRole("button", { name: "Begin", exact: true }).click()
    const callIt = () => page.getByRole("button", { name: "Call it" }).click()
    await callIt()
    await page.getByText("1. list_appointment_types").waitFor()
    await page.getByRole("combobox", { name: "Tool" }).selectOption("find_slots")
    const offered = page.locator("datalist option[value]")
    await page.getByLabel("appointment_type_id").fill((await offered.first().getAttribute("value"))!)
    await callIt()
    await page
      .getByRole("button", { name: /^Fill in: / })
      .first()
      .click()
    await callIt()
    await page.getByText("3. book_appointment").waitFor()
    await page.locator(".tag", { hasText: /^201$/ }).waitFor()
    await page.locator("summary", { hasText: "Answer" }).first().click()
    await page.getByText('"booked_by": "agent"').waitFor()
    await expectFine("a conversation")
    expect((await service.api("GET", "/appointments")).body.data).toEqual([])
  })
})
