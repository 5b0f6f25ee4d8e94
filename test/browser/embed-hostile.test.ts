/** Messages that are none of ours change nothing, on either side. */
import { join } from "node:path"
import type { Frame } from "playwright-core"
import { build, type Rolldown } from "vite"
import { expect, it } from "vitest"
import type { ShownSlot } from "../../domain/model/slot-search.ts"
import { slug, solved } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { root } from "../support/source-files.ts"
import { make } from "../support/story.ts"
import { aliveIn, framed, framesLoaded, settled } from "./embed-stage.ts"
import { open, page, setStage, stage, visitor } from "./embed-visitor.ts"
import { heading, pickTime } from "./hand.ts"

setStage()

async function openListed(html: string): Promise<Frame> {
  await open(stage.listed.show(html))
  const frame = await framed(page, "#here iframe")
  // Nothing will change by itself any more: the times are there, and the frame is as tall as they need.
  await frame.locator(".day-times .time").first().waitFor()
  await expectFitting(frame)
  return frame
}

/** The page is heard: the frame is as tall as what is in it. */
async function expectFitting(frame: Frame): Promise<void> {
  const content = "Math.ceil(app.getBoundingClientRect().height) + 'px'"
  await expect.poll(async () => (await styled("height")) === (await frame.evaluate(content))).toBe(true)
}

/** Goes a step on in the page, which then is of another height. */
async function expectHeardFrom(frame: Frame): Promise<void> {
  const before = await styled("height")
  await pickTime(frame, /March 2,/, "9:00")
  await heading(frame, "Your mobile number").waitFor()
  await expectFitting(frame)
  expect(await styled("height")).not.toBe(before)
}

const element = `<div id="here" data-embed-page="${slug}"></div>`
const spy = `<script>addEventListener("message", ({ data }) => { (window.seen ??= []).push(data) })</script>`

const styled = (property: string) =>
  page.evaluate<string>(`document.querySelector("#here iframe").style.${property}`)

const forgeries = `[
  { type: "height", pixels: 5 }, { type: "booked" }, { type: "close" }, { type: "focus", top: -9999 },
  { type: "booking-frame:hello", version: 1 }, { type: "booking-frame:port", version: 1, scheme: "dark" },
  "booked", null, 7
]`

it("EM-07 a site that forges messages to itself and to the page gets nothing for it", async () => {
  const frame = await openListed(stage.snippet(element))
  const height = await styled("height")
  await page.evaluate(`for (const forged of ${forgeries}) {
    postMessage(forged, "*")
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => bookings.push("a port")
    document.querySelector("iframe").contentWindow.postMessage(forged, "*", [port2])
  }`)
  await settled(page)
  expect(await visitor.booked()).toEqual([])
  expect(await styled("height")).toBe(height)
  expect(await frame.evaluate("document.documentElement.style.colorScheme")).toBe("light")
  await expectHeardFrom(frame)
})

it("EM-07 a hostile frame beside the page is heard by nobody", async () => {
  const hostile = stage.stranger.show(`<!doctype html><title>Hostile</title><script>
    for (const forged of ${forgeries}) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => parent.postMessage("caught", "*")
      parent.postMessage(forged, "*", [port2])
      for (let other = 0; other < parent.length; other++)
        if (parent[other] !== self) parent[other].postMessage(forged, "*", [new MessageChannel().port2])
    }
    addEventListener("message", () => { document.title = "got an answer" })
  </script>`)
  const frame = await openListed(stage.snippet(element))
  const height = await styled("height")
  await page.evaluate(`{
    const other = document.createElement("iframe")
    other.src = ${JSON.stringify(hostile)}
    document.body.append(other)
  }`)
  await page.waitForFunction("framesLoaded >= 2")
  await settled(page)
  expect(await visitor.booked()).toEqual([])
  expect(await styled("height")).toBe(height)
  const other = page.frames().find((each) => each.url() === hostile)!
  expect(await other.evaluate("document.title")).toBe("Hostile")
  await expectHeardFrom(frame)
})

it("EM-07 another page that has got into the frame is not taken for the booking page", async () => {
  await open(stage.stranger.show(stage.snippet(element)), { isPaused: true })
  await framesLoaded(page)
  await page.clock.runFor(8_000)
  const link = page.getByRole("link", { name: "Book online" })
  await link.waitFor()
  const hostile = stage.stranger.show(`<!doctype html><title>Hostile</title><script>
    addEventListener("message", ({ ports: [port] }) => {
      document.title = "got an answer"
      port?.postMessage({ type: "booked" })
    })
    parent.postMessage({ type: "booking-frame:hello", version: 1 }, "*")
  </script>`)
  await page.evaluate(`document.querySelector("#here iframe").src = ${JSON.stringify(hostile)}`)
  await page.waitForFunction("framesLoaded >= 2")
  const other = page.frames().find((each) => each.url() === hostile)!
  await settled(page)
  expect(await link.isVisible()).toBe(true)
  expect(await visitor.booked()).toEqual([])
  expect(await other.evaluate("document.title")).toBe("Hostile")
})

it("EM-05 the page itself tells nothing but that it is there to whoever is around it", async () => {
  const { url, token } = await stage.link()
  await openListed(stage.snippet(`${spy}<div id="here" data-embed-link="${url}"></div>`))
  await settled(page)
  const seen = await page.evaluate("seen")
  expect(seen).toEqual([{ type: "booking-frame:hello", version: 1 }])
  expect(JSON.stringify(seen)).not.toContain(token)
})

it("EM-05 a page answers only the sites on the list, whatever its browser lets frame it", async () => {
  // Without the policy's frame-ancestors, as a browser that knows none would show it.
  await open(`${stage.stranger.origin}/site.css`)
  await page.route(`${stage.bookUrl}/${slug}`, async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()["content-security-policy"]!.replace(/; frame-ancestors.*/, "")
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), "content-security-policy": policy },
    })
  })
  await page.goto(stage.stranger.show(stage.snippet(spy + element)))
  const frame = await aliveIn(page, "#here iframe")
  await page.waitForFunction("window.seen?.length")
  await settled(page)
  expect(await frame.evaluate("document.documentElement.style.colorScheme")).toBe("")
  expect(await styled("opacity")).toBe("0")
})

it("IN-17 a page of a website books with the SDK and a publishable key; one of another website reads nothing", async () => {
  const { service } = stage
  const lib = { entry: join(root, "sdk", "src", "index.ts"), formats: ["iife" as const], name: "sdk" }
  const bundled = await build({ configFile: false, logLevel: "silent", build: { write: false, lib } })
  const { output } = (bundled as Rolldown.RolldownOutput[])[0]!
  const made = await make(service, "/api-keys", {
    ...{ name: "Website", kind: "publishable", allowed_origins: [stage.listed.origin] },
  })
  const options = {
    baseUrl: service.apiUrl,
    publishableKey: (made as unknown as { key: string }).key,
    retries: 0,
  }
  const html = `<!doctype html><html lang="en"><title>A site</title><h1>A site</h1><script>${output[0].code}
    window.visitor = sdk.createVisitor(${JSON.stringify(options)})</script>`
  await open(stage.listed.show(html))
  const call = <Data>(method: string, input: object = {}) =>
    page.evaluate<Data>(`visitor.${method}(${JSON.stringify(input)})`)

  const { appointment_types } = await call<{ appointment_types: { id: number }[] }>("readPage")
  const appointment_type_ids = [appointment_types[0]!.id]
  const search = { appointment_type_ids, start_date: "2027-03-02", end_date: "2027-03-04" }
  const found = await call<{ recommended: ShownSlot[] }>("findSlots", search)
  const { provider_id, location_id, start_time } = found.recommended[0]!
  const time = { appointment_type_ids, provider_id, location_id, start_time }
  const challenge = await call<Parameters<typeof solved>[0]>("readBotCheck")
  const asked = { phone: "+15125550144", bot_check: await solved(challenge) }
  const { verification_id } = await call<{ verification_id: string }>("requestCode", asked)
  await call("holdSlot", { ...time, verification_id })
  await call("verifyCode", { verification_id, code: await lastCode(service) })
  await call("register", { first_name: "Mia", last_name: "Torres" })
  const booked = await call<{ appointment: { id: number } }>("book", time)
  const { body } = await service.api("GET", `/appointments/${booked.appointment.id}`)
  expect(body.data).toMatchObject({ booked_by: "public", start_time })
  const refused = page.evaluate(`visitor.book(${JSON.stringify(time)}).catch((error) => error.code)`)
  expect(await refused).toBe("customer_busy")
  await visitor.close()

  await open(stage.stranger.show(html))
  const failed = "visitor.readPage().then(() => 'read', (error) => error.name)"
  expect(await page.evaluate(failed)).toBe("NoAnswer")
  expect(visitor.console.join("\n")).toContain("blocked by CORS policy")
})
