/** A browser's memory of earlier bookings, shown to a returning visitor. */
import { h } from "preact"
import { renderToString } from "preact-render-to-string"
import { expect, it } from "vitest"
import { BookedHere } from "../../pages/customer/public-page/steps/returning.tsx"
import { publicPageWords } from "../../pages/customer/public-page/words.ts"
import { textsIn } from "../support/html-texts.ts"

const remembered = (name: string, isPending: boolean) => ({
  ...{ manageUrl: `https://book.test/a/${name}`, isPending },
  ...{ from: "2027-03-16T15:00:00.000Z", until: "2027-03-16T16:00:00.000Z" },
})

async function shown(...appointments: object[]): Promise<string> {
  publicPageWords.speak(await publicPageWords.load("en"))
  const props = { state: { remembered: appointments }, commands: { forgetMe() {} } }
  return renderToString(h(BookedHere, props as unknown as Parameters<typeof BookedHere>[0]))
}

it("PG-11 CL-09 one line leads to the soonest, and says neither what nor when, nor that what is asked for is booked", async () => {
  expect(textsIn(await shown())).toEqual([])
  const line = await shown(remembered("one", false), remembered("two", true))
  expect(textsIn(line).slice(0, 2)).toEqual(["You booked here before.", "Open it"])
  expect(line).toContain('href="https://book.test/a/one"')
  expect(line).not.toMatch(/two|March|16/)
  expect(textsIn(await shown(remembered("one", true)))[0]).toBe("You asked for a time here.")
})
