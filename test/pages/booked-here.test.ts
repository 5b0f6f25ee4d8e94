/** What a browser remembers of earlier bookings, shown to who comes again. */
import { h } from "preact"
import { renderToString } from "preact-render-to-string"
import { expect, it } from "vitest"
import { BookedHere } from "../../pages/public-page/steps/returning.tsx"
import { loadPublicPageLanguage, speakPublicPage } from "../../pages/public-page/words.ts"
import { textsIn } from "../support/html-texts.ts"
import { anasFirst } from "./story.ts"

const remembered = (typeName: string, isPending: boolean) => ({
  ...{ manageUrl: `https://book.test/a/${typeName}`, typeName, isPending },
  ...{ blocks: anasFirst.blocks, zone: "America/Chicago" },
})

async function shown(...appointments: object[]): Promise<string[]> {
  speakPublicPage(await loadPublicPageLanguage("en"))
  const props = { state: { remembered: appointments }, commands: { forgetMe() {} } }
  return textsIn(renderToString(h(BookedHere, props as unknown as Parameters<typeof BookedHere>[0])))
}

it("CL-09 PB-11 only what the company has yet to confirm reads as not booked", async () => {
  expect(await shown()).toEqual([])
  const [heading, first, , notYet, second, when] = await shown(
    remembered("Roof check", true),
    remembered("Boiler service", false),
  )
  expect([heading, first, notYet, second]).toEqual([
    ...["You have an appointment", "Roof check", "Not booked yet", "Boiler service"],
  ])
  expect(when).toContain("Tuesday, March 16")
  expect(await shown(remembered("Boiler service", false))).not.toContain("Not booked yet")
  expect((await shown(remembered("Roof check", true)))[0]).not.toBe(heading)
})

it("WN-01 PG-01 a promised window is remembered as a window", async () => {
  const block = { startTime: "2027-03-02T20:00:00.000Z", endTime: "2027-03-02T22:00:00.000Z" }
  const window = { ...remembered("Boiler service", false), blocks: [block], kind: "window" }
  const [, , when] = await shown(window)
  expect(when?.replaceAll("\u00a0", " ")).toBe("Tuesday, March 2, 2 PM – 4 PM")
})
