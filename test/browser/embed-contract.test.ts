import { afterAll, beforeAll, expect, it } from "vitest"
import { aliveIn, type EmbedStage, openEmbedStage } from "./embed-stage.ts"

/** Version 1 of the contract in `docs/embedding.md`, as scripts that sites have kept speak it. Never to be changed. */
let stage: EmbedStage

beforeAll(async () => {
  stage = await openEmbedStage()
})
afterAll(() => stage.stop())

const keptScript = (bookUrl: string) => `<script>
  const frame = document.querySelector("iframe")
  const heard = []
  let port
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== "${bookUrl}" || data.type !== "booking-frame:hello") return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => heard.push(data)
    source.postMessage({ type: "booking-frame:port", version: 1, scheme: "dark" }, origin, [channel.port2])
  })
</script>`

it("EM-01 a script that speaks version 1 is told of heights, focus, Escape and bookings", async () => {
  const { url } = await stage.link()
  const html = `<!doctype html><html lang="en"><title>A site</title><iframe height="900" width="800"></iframe>
    ${keptScript(stage.bookUrl)}<script>frame.src = "${url}"</script>`
  const { page, close } = await stage.open(stage.listed.show(html))
  const frame = await aliveIn(page, "iframe")
  const heard = (type: string) => page.evaluate<object[]>(`heard.filter(({ type }) => type === "${type}")`)
  const ground = () => frame.evaluate("getComputedStyle(document.body).backgroundColor")

  await expect.poll(() => heard("height")).toContainEqual({ type: "height", pixels: expect.any(Number) })
  await expect.poll(ground).toBe("rgb(29, 29, 27)")
  await page.evaluate(
    `port.postMessage({ type: "scheme", scheme: "light" }); port.postMessage({ type: "of later" })`,
  )
  await expect.poll(ground).toBe("rgb(255, 255, 255)")

  await frame
    .getByRole("gridcell", { name: /March 2,/ })
    .getByRole("button")
    .click()
  await expect.poll(() => heard("focus")).toContainEqual({ type: "focus", top: expect.any(Number) })
  await page.keyboard.press("Escape")
  await expect.poll(() => heard("close")).toEqual([{ type: "close" }])
  await frame.locator(".day-times").getByRole("button", { name: /^9:00/ }).click()
  await frame.getByRole("button", { name: /^Book Tue/ }).click()
  await expect.poll(() => heard("booked")).toEqual([{ type: "booked" }])
  await close()
})
