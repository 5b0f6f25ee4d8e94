/** `npm run chaos -- --only reasons-through-api` tries 10,000 schedules. */
import { expect, it } from "vitest"
import { service, shareOneStory } from "../../test/support/one-story.ts"
import { tryThroughApi } from "../../test/support/reasons-through-api.ts"
import { seedFrom, trials } from "../../test/support/trials.ts"

shareOneStory()

it("RE-03 RE-04 RE-06 reasons are lifted record by record through the API, complete and necessary", async () => {
  const { wrong, lifted } = await tryThroughApi(service, trials(40), seedFrom(20270314))
  expect(wrong.slice(0, 3)).toEqual([])
  expect(lifted).toBeGreaterThan(0)
})
