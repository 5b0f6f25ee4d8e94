/** CL-09: the clock of a test company brings deadlines of staff's answers into effect, each at its own time. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../test/support/story.ts"

let service: TestService
let test: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  const { api_key: key } = (await make(service, "/test-company", {})) as unknown as { api_key: string }
  test = {
    ...service,
    api: (method, path, body, options) => service.api(method, path, body, { key, ...options }),
  }
  story = await tellStory(test)
})
afterAll(() => service.stop())

it("CL-09 an advance over the deadline ends what was not answered, and says so", async () => {
  await put(test, `/appointment-types/${story.typeId}`, { confirmation: "staff", answer_within_minutes: 60 })
  const { id, answer_by } = await make(test, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-04T16:00:00.000Z",
  })
  const advance = async (by_minutes: number) =>
    (await test.api("POST", "/test-clock/advance", { by_minutes })).body.data.ran
  const status = async () => (await test.api("GET", `/appointments/${id}`)).body.data.status
  // The text that says that nothing is booked yet.
  expect(await advance(59)).toMatchObject([{ kind: "text" }])
  expect(await status()).toBe("pending")
  expect(await advance(2)).toContainEqual({ at: answer_by, kind: "answer", id, outcome: "done" })
  expect(await status()).toBe("cancelled")
  expect(await advance(1_440)).not.toContainEqual(expect.objectContaining({ kind: "answer" }))
})
