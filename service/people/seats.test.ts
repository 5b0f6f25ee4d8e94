/** A provider who signs in: which records are theirs, and when the seat ends. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeProvider, type Story, tellStory } from "../../test/support/story.ts"
import { codeOf, makeUser, signedIn, signIn } from "../../test/support/users.ts"

let service: TestService
let story: Story
/** Ana's session. */
let key: string
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  key = await signedIn(service, (await makeUser(service, seatOf(story.anaId))).email)
})
afterAll(() => service.stop())

const seatOf = (provider_id: number) => ({ role: "provider", provider_id }) as const

let minutes = 0

/** Each begins half an hour after the one before. */
async function book(providerId: number, customerId: number) {
  const start = new Date(Date.parse("2027-03-02T15:00:00.000Z") + 60 * 60_000 * minutes++)
  const { id, version } = await make(service, "/appointments", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    provider_id: providerId,
    start_time: start.toISOString(),
  })
  return { id, version: version as number }
}

const asAna = (method: string, path: string, body?: object) => service.api(method, path, body, { key })

it("PV-01 a seat belongs to one provider: the role needs one, and no other role has one", async () => {
  const person = { name: "Ana", email: "seat@example.com" }
  const wrong = [
    await service.api("POST", "/users", { ...person, role: "provider" }),
    await service.api("POST", "/users", { ...person, role: "member", provider_id: story.anaId }),
    await service.api("POST", "/users", { ...person, role: "provider", provider_id: 404_404 }),
  ]
  expect(wrong.map(({ status, body }) => [status, body.error.field])).toEqual([
    [400, "provider_id"],
    [400, "provider_id"],
    [404, "provider_id"],
  ])
  const made = await make(service, "/users", { ...person, ...seatOf(story.benId) })
  expect(made).toMatchObject({ role: "provider", provider_id: story.benId })
  const member = await service.api("PUT", `/users/${made.id}`, { role: "member" })
  expect(member.body.data).toMatchObject({ role: "member", provider_id: null })
  expect(codeOf(await service.api("PUT", `/users/${made.id}`, { role: "provider" }))).toEqual([
    400,
    "invalid_input",
  ])
  const back = await service.api("PUT", `/users/${made.id}`, seatOf(story.anaId))
  expect(back.body.data).toMatchObject(seatOf(story.anaId))
})

it("PV-01 reads the own visits and their customers, and neither a colleague's nor a customer's link", async () => {
  const [own, bens] = [
    await book(story.anaId, story.customerId),
    await book(story.benId, await makeCustomer(service)),
  ]
  const read = await asAna("GET", `/appointments/${own.id}`)
  expect(read.body.data).toMatchObject({ id: own.id, manage_url: null })
  expect((await service.api("GET", `/appointments/${own.id}`)).body.data.manage_url).toMatch(/^http/)
  expect((await asAna("GET", `/customers/${story.customerId}`)).body.data).toMatchObject({ name: "Sam Poe" })
  const theirs = await service.api("GET", `/appointments/${bens.id}`)
  const beyond = [
    await asAna("GET", `/appointments/${bens.id}`),
    await asAna("PUT", `/appointments/${bens.id}`, { notes: "Mine." }),
    await asAna("GET", `/customers/${theirs.body.data.customer_id}`),
    await asAna("GET", `/providers/${story.benId}/hours`),
  ]
  expect(beyond.map(codeOf)).toEqual(Array(4).fill([404, "not_found"]))
  expect((await asAna("GET", `/providers/${story.anaId}/hours`)).status).toBe(200)
  expect((await asAna("GET", `/providers/${story.anaId}/time-off`)).status).toBe(200)
})

it("PV-01 a visit that is given to a colleague is no longer of the seat, nor is a customer of long ago", async () => {
  const customerId = await makeCustomer(service, { name: "Rosa Diaz" })
  const { id } = await book(story.anaId, customerId)
  expect((await asAna("GET", `/customers/${customerId}`)).status).toBe(200)
  const start_time = (await asAna("GET", `/appointments/${id}`)).body.data.start_time
  const moved = await service.api("POST", `/appointments/${id}/reschedule`, {
    start_time,
    provider_id: story.benId,
  })
  expect(moved.status).toBe(200)
  expect(codeOf(await asAna("GET", `/appointments/${id}`))).toEqual([404, "not_found"])
  expect(codeOf(await asAna("GET", `/customers/${customerId}`))).toEqual([404, "not_found"])
})

it("PV-01 takes the own marks back, but books no cancelled time again", async () => {
  const { id } = await book(story.anaId, story.customerId)
  expect((await asAna("POST", `/appointments/${id}/reopen`, {})).body.data.status).toBe("scheduled")
  await service.api("POST", `/appointments/${id}/cancel`, {})
  expect(codeOf(await asAna("POST", `/appointments/${id}/reopen`, {}))).toEqual([
    409,
    "appointment_not_scheduled",
  ])
  expect((await service.api("POST", `/appointments/${id}/reopen`, {})).body.data.status).toBe("scheduled")
})

it("PV-01 the seat ends with its provider, at once, and another seat asks to sign in again", async () => {
  const provider_id = await makeProvider(service, { name: "Tom Low" })
  const user = await makeUser(service, seatOf(provider_id))
  const token = await signedIn(service, user.email)
  const status = async (session: string) =>
    (await service.api("GET", "/users/me", undefined, { key: session })).status
  expect(await status(token)).toBe(200)
  expect((await service.api("DELETE", `/providers/${provider_id}`)).status).toBe(200)
  expect(await status(token)).toBe(401)
  expect(codeOf(await signIn(service, user.email))).toEqual([401, "wrong_credentials"])
  await service.api("PUT", `/users/${user.id}`, { provider_id: story.anaId })
  const anew = await signedIn(service, user.email)
  await service.api("PUT", `/users/${user.id}`, { provider_id: story.benId })
  expect(await status(anew)).toBe(401)
})
