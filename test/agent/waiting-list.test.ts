/** The waiting list by an agent: within its caller's session, and with their yes to texts. */
import { expect, it } from "vitest"
import { type Conversation, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import type { Answer } from "../support/service.ts"
import { make, makeType, put } from "../support/story.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]
const join = (call: Conversation, fields: object = {}) =>
  call.tool("POST", "/waiting-list", { appointment_type_id: story.typeId, texts_agreed: true, ...fields })
const entries = async () => (await service.api("GET", "/waiting-entries")).body.data

it("WL-01 an agent puts its caller on the waiting list with their yes, changes the entry, and takes them off", async () => {
  const call = await talk(service, samsNumber)
  const wish = {
    start_date: "2027-03-05",
    end_date: "2027-03-20",
    weekdays: "mondays",
    time_of_day: "morning",
  }
  const joined = await join(call, wish)
  expect(joined.status).toBe(201)
  expect(joined.body.data).toMatchObject({
    ...{ waiting: true, first_date: "2027-03-05", last_date: "2027-03-19" },
    say: "You're on the waiting list for Boiler service until Friday, March 19. We'll text you when a time gets free.",
  })
  const again = await join(call, { ...wish, weekdays: "tuesday, friday" })
  expect(again.body.data.waiting_entry_id).toBe(joined.body.data.waiting_entry_id)
  expect(await entries()).toMatchObject([
    {
      ...{ state: "waiting", customer: { id: story.customerId }, made_by: "agent" },
      ...{ weekdays: [2, 5], parts_of_day: ["morning"] },
    },
  ])
  expect((await join(call)).body.data).toMatchObject({ first_date: "2027-03-01", last_date: "2027-03-28" })
  const left = await call.tool("DELETE", "/waiting-list")
  expect(left.body.data).toEqual({ left: 2, say: "You're off the waiting list." })
  expect((await call.tool("DELETE", "/waiting-list")).body.data.left).toBe(0)
  const unknown = await call.tool("DELETE", "/waiting-list", { appointment_type_id: 999_999 })
  expect(codeOf(unknown)).toEqual([404, "not_found", "appointment_type_id"])
  expect((await entries()).map(({ state }: { state: string }) => state)).toEqual(["withdrawn", "withdrawn"])
})

it("WL-01 AG-03 within the session's rules: a stranger, another's appointment and a type that is not theirs are refused", async () => {
  const stranger = await talk(service, strangersNumber)
  await service.api("PUT", "/company", { new_customers: "not_allowed" })
  expect(codeOf(await join(stranger))[1]).toBe("registration_closed")
  await service.api("PUT", "/company", { new_customers: "allowed" })
  expect(codeOf(await join(stranger))).toEqual([409, "registration_needed", undefined])
  expect(codeOf(await stranger.tool("DELETE", "/waiting-list"))).toEqual([
    409,
    "registration_needed",
    undefined,
  ])
  const hidden = await talk(service, "anonymous")
  expect(codeOf(await join(hidden))[1]).toBe("caller_unknown")
  await stranger.tool("POST", "/customers", { name: "Mia Torres" })
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId },
    ...{ provider_id: story.anaId, start_time: "2027-03-10T16:00:00.000Z" },
  })
  const others = await join(stranger, { appointment_id: id })
  expect(codeOf(others)).toEqual([404, "not_found", "appointment_id"])
  const unasked = await join(stranger, { texts_agreed: undefined })
  expect(codeOf(unasked)).toEqual([400, "invalid_input", "texts_agreed"])
  expect(unasked.body.error.message).toBe(
    "I can put you on the list if we may text you when a time gets free. May we?",
  )
  const office = await makeType(service, { name: "Inspection", active: false })
  expect(codeOf(await join(stranger, { appointment_type_id: office }))).toEqual([
    409,
    "type_not_bookable",
    undefined,
  ])
  expect(codeOf(await join(stranger, { customer_id: story.customerId }))[2]).toBe("customer_id")
  expect(await entries()).toEqual([])
})

it("WL-04 by an agent a caller waits for an earlier time than they have, and no more than five times", async () => {
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId },
    ...{ provider_id: story.anaId, start_time: "2027-03-10T16:00:00.000Z" },
  })
  const call = await talk(service, samsNumber)
  const earlier = { appointment_type_id: undefined, appointment_id: id, end_date: "2027-03-10" }
  expect((await join(call, earlier)).status).toBe(201)
  expect(await entries()).toMatchObject([{ appointment_id: id, latest_date: "2027-03-09" }])
  for (const day of [21, 22, 23, 24]) await join(call, { end_date: `2027-03-${day}` })
  expect(codeOf(await join(call))).toEqual([409, "too_many_waiting_entries", undefined])
  await service.api("POST", `/appointments/${id}/cancel`, {})
  expect(codeOf(await join(call, earlier))[1]).toBe("appointment_not_scheduled")
})

it("WL-01 by an agent a caller waits for several things in one visit, and not for one that asks questions", async () => {
  const filterId = await makeType(service, { name: "Filter change" })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, filterId] })
  const asking = await makeType(service, {
    name: "Survey",
    questions: [{ key: "floor", label: "Which floor?", kind: "text", required: true }],
  })
  const call = await talk(service, samsNumber)
  const joined = await join(call, { then_type_ids: String(filterId), same_provider: true })
  expect(joined.body.data.say).toMatch(
    /^You're on the waiting list for Boiler service, then Filter change until/,
  )
  expect(await entries()).toMatchObject([
    {
      ...{ same_provider: true, made_by: "agent" },
      appointment_types: [{ id: story.typeId }, { id: filterId }],
    },
  ])
  expect(codeOf(await join(call, { then_type_ids: String(asking) }))).toEqual([
    ...[400, "invalid_input", "then_type_ids"],
  ])
  expect(codeOf(await join(call, { same_provider: true }))).toEqual([400, "invalid_input", "same_provider"])
  const left = await call.tool("DELETE", "/waiting-list", { appointment_type_id: filterId })
  expect(left.body.data.left).toBe(1)
})
