/** Wishes that the agent can't fulfil are written down for the staff, who call back. */
import { expect, it } from "vitest"
import { openCompany, shareService } from "../company.ts"
import { atOnce, refusalOf } from "../conversation.ts"

shareService()

const wish = { message: "Wants an offer for a second boiler.", best_time: "Tuesday after three" }
const waiting = "/callbacks?status=waiting"

it("AV-11 writes down what a caller wants, tells the company's systems, and says that somebody will call", async () => {
  const { company, sam } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await call.requestCallback(wish)).toEqual({
    recorded: true,
    say: "I've written that down. Somebody will call you back.",
  })
  expect(await company.get(waiting)).toMatchObject([
    {
      ...wish,
      status: "waiting",
      customer: { id: sam, name: "Sam Poe" },
      phone: "+15125550123",
      channel: "voice",
    },
  ])
  expect(await company.eventTypes()).toEqual(["callback.requested"])
  const [event] = await company.eventsOf("callback.requested")
  expect(event).toMatchObject({
    source: { kind: "agent" },
    data: { callback: { ...wish, phone: "+15125550123" }, customer: { id: sam, name: "Sam Poe" } },
  })
})

it("writes a wish down once, however often it is sent, and three of one conversation at the most", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  await atOnce(4, () => call.requestCallback(wish))
  expect(await company.get(waiting)).toHaveLength(1)
  expect(await company.eventTypes()).toEqual(["callback.requested"])
  await call.requestCallback({ message: "Asks for the invoice." })
  await call.requestCallback({ message: "Left a scarf in the van." })
  expect(await refusalOf(call.requestCallback({ message: "And hello." }))).toMatchObject({
    status: 429,
    code: "rate_limited",
    message: "I've passed on what you told me. They will call you back.",
  })
  // A repeat is no fourth one.
  await call.requestCallback(wish)
  expect(await company.get(waiting)).toHaveLength(3)
})

it("takes it from somebody new, by the number they call from, and names them once they are a customer", async () => {
  const { company } = await openCompany()
  await company.put("/company", { new_customers: "allowed" })
  const call = await company.callFrom("stranger")
  await call.requestCallback({ message: "Are you hiring?", name: "Mia Torres" })
  const left = {
    phone: "+15125550177",
    message: "Are you hiring?",
    best_time: null,
    caller_name: "Mia Torres",
  }
  expect(await company.get(waiting)).toMatchObject([{ ...left, customer: null }])
  await call.createCustomer({ name: "Mia Torres" })
  expect(await company.get(waiting)).toMatchObject([{ ...left, customer: { name: "Mia Torres" } }])
})

it("takes it where new customers are not taken, and asks who hides the number for one", async () => {
  const { company } = await openCompany()
  await company.put("/company", { new_customers: "not_allowed" })
  const call = await company.callFrom("hidden")
  expect(await refusalOf(call.requestCallback(wish))).toMatchObject({
    code: "invalid_input",
    field: "contact_number",
    message: "Could you tell me that phone number again, with the area code?",
  })
  await call.requestCallback({ ...wish, contact_number: "(512) 555-0144" })
  expect(await company.get(waiting)).toMatchObject([{ phone: "+15125550144", customer: null }])
  const text = await company.textFrom("stranger")
  expect(await refusalOf(text.requestCallback({ message: "" }))).toMatchObject({
    field: "message",
    message: "What shall I tell them, in one sentence?",
  })
})
