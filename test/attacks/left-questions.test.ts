/** Questions that cost much, by clients who do not wait for the answer: the work ends with them. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"
import { Spending } from "../../service/platform/spending.ts"
import { openRaw } from "../support/raw-client.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

const slug = "left-questions"
const dates = { startDate: "2027-03-02", endDate: "2027-04-02" }
let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  await service.api("PUT", "/company", { public_slug: slug, public_booking_enabled: true })
  await service.api("PUT", `/appointment-types/${story.typeId}`, { public_booking: true })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.stop())

/** Calls `once` when the request is about to run its first slice. */
function atFirstSlice(once: () => Promise<void>): void {
  const before = Spending.prototype.beGranted
  vi.spyOn(Spending.prototype, "beGranted").mockImplementation(async function (this: Spending, costMs) {
    await before.call(this, costMs)
    await once()
  })
}

it("FX-12 no slice of a search of several services runs once its visitor has hung up", async () => {
  const body = JSON.stringify({ typeId: story.typeId, thenTypeIds: [story.typeId], ...dates })
  const head = `POST /api/pages/${slug}/slots HTTP/1.1\r\nhost: x\r\ncontent-type: application/json`
  const ended = vi.spyOn(Spending.prototype, "end")
  const asked = vi.spyOn(Spending.prototype, "refuseUnwanted")
  const taken = vi.spyOn(Spending.prototype, "takeOfGrant")
  atFirstSlice(async () => {
    client.socket.destroy()
    await expect.poll(() => ended.mock.calls.length).toBe(1)
  })
  const client = openRaw(service.bookUrl!, `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  await expect.poll(() => asked.mock.results.some(({ type }) => type === "throw")).toBe(true)
  expect(taken).not.toHaveBeenCalled()
  const { visitors } = service.context.budget.use()
  await expect.poll(() => [visitors.inside, visitors.waiting]).toEqual([0, 0])
})

it("FX-12 what a question is expected to take is known from its inputs before it runs", async () => {
  const questions = { appointment_type_ids: [story.typeId, story.typeId], start_date: dates.startDate }
  const granted = vi.spyOn(Spending.prototype, "beGranted")
  const answer = await service.api("POST", "/slots", { ...questions, end_date: dates.endDate })
  expect(answer.status).toBe(200)
  const [[costMs]] = granted.mock.calls as [[number]]
  expect(costMs).toBeLessThan(50)
})
