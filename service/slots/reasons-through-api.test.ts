/** `npm run chaos -- --only reasons-through-api` tries 10,000 schedules. */
import { expect, it } from "vitest"
import { service, shareOneStory } from "../../test/support/one-story.ts"
import { tryThroughApi } from "../../test/support/reasons-through-api.ts"

shareOneStory()

it("RE-03 RE-04 RE-06 reasons are lifted record by record through the API, complete and necessary", async () => {
  const seed = Number(process.env.REASONS_SEED ?? 20270314)
  const { wrong, lifted } = await tryThroughApi(service, Number(process.env.REASONS_CASES ?? 15), seed)
  expect(wrong.slice(0, 3)).toEqual([])
  expect(lifted).toBeGreaterThan(10)
})
