/**
 * Retell's posts to the company's own address, signed as its SDK 5.66 signs (`v=<milliseconds>,d=<HMAC-SHA256 of body and
 * milliseconds>`).
 */
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { companyNumber, samsNumber } from "../support/agent.ts"
import { put } from "../support/story.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

const key = "key_of_the_company_at_retell"
const inbound = { agent_id: "agent_1", from_number: samsNumber, to_number: companyNumber }
const callInbound = { event: "call_inbound", call_inbound: inbound }

/** Connects the account; the address that Retell posts to. */
async function connect(): Promise<string> {
  await put(service, "/company", { agent: { retell: { api_key: key } } })
  const { body } = await service.api("GET", "/company")
  expect(JSON.stringify(body)).not.toContain(key)
  return body.data.agent.retell.webhook_url
}

const signed = (text: string, { by = key, at = service.clock.now() } = {}) =>
  `v=${at},d=${createHmac("sha256", by)
    .update(text + at)
    .digest("hex")}`

async function post(url: string, text: string, signature: string | null) {
  const headers = {
    "content-type": "application/json",
    ...(signature === null ? {} : { "x-retell-signature": signature }),
  }
  const answer = await fetch(url, { method: "POST", headers, body: text })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const send = (url: string, body: object) => {
  // Each is another post, as Retell's are by their time.
  service.clock.advanceMs(1)
  const text = JSON.stringify(body)
  return post(url, text, signed(text))
}

it("AV-22 the signature is the one that Retell's SDK makes", () => {
  const text = JSON.stringify({ event: "call_inbound" })
  const made = "v=1803902400000,d=46928baa3b841f3013d9f662663878c56321c82073a06a14e3bd2260b3fa9859"
  expect(signed(text, { at: 1_803_902_400_000 })).toBe(made)
})

const messageOf = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.error?.message]

it("AV-22 Retell begins a call and books at the company's own address, by its signature alone", async () => {
  const url = await connect()
  const begun = await send(url, callInbound)
  expect(begun).toMatchObject({
    status: 200,
    body: { call_inbound: { dynamic_variables: { customer_full_name: "Sam Poe", channel: "voice" } } },
  })
  const call = { call_id: "c1", retell_llm_dynamic_variables: begun.body.call_inbound.dynamic_variables }
  const wish = { appointment_type_id: story.typeId }
  const dates = { start_date: "2027-03-03", end_date: "2027-03-04" }
  const found = await send(url, { name: "find_slots", args: { ...wish, ...dates }, call })
  const [{ provider_id, location_id, start_time }] = found.body.recommended
  const args = { ...wish, provider_id, location_id, start_time }
  const booked = await send(url, { name: "book_appointment", args, call })
  expect(booked).toMatchObject({ status: 200, body: { status: "scheduled", booked_by: "agent" } })
  const refused = await send(url, { name: "cancel_appointment", args: { appointment_id: 999_999 }, call })
  expect(refused).toMatchObject({ status: 200, body: { ok: false, error: { code: "not_found" } } })
})

it("AV-22 a chat's functions have its variables, and arguments at the root name their tool in the address", async () => {
  const url = await connect()
  const begun = await send(url, { event: "chat_inbound", chat_inbound: inbound })
  const variables = begun.body.chat_inbound.dynamic_variables
  expect(variables).toMatchObject({ channel: "sms" })
  const chat = { chat_id: "c2", retell_llm_dynamic_variables: variables }
  const listed = await send(url, { name: "list_appointment_types", args: {}, chat })
  expect(listed.body.appointment_types.length).toBeGreaterThan(0)
  const atRoot = {
    appointment_type_id: story.typeId,
    session_id: variables.session_id,
    execution_message: "…",
  }
  const found = await send(`${url}?tool=find_slots`, atRoot)
  expect(found.body.recommended.length).toBeGreaterThan(0)
})

it("AV-22 a body of no platform is refused with a sentence for who builds it, and never with a question to the caller", async () => {
  const url = await connect()
  const answer = await send(url, { appointment_type_id: story.typeId })
  expect(answer.status).toBe(400)
  expect(answer.body.error.message).toMatch(/^body: expected Retell's custom function \(name, args/)
  const ours = await service.api("POST", "/agent/tools", { appointment_type_id: story.typeId })
  expect(ours.body.error.message).toMatch(/^body: expected Retell's custom function/)
})

it("AV-22 what Retell has not signed now is refused, and what it has signed is taken once", async () => {
  const url = await connect()
  const text = JSON.stringify(callInbound)
  const doesNotFit = [403, "The signature is missing or does not fit."]
  const now = service.clock.now()
  const tries: [signature: string | null, of: string][] = [
    [null, text],
    ["", text],
    ["v=1,d=", text],
    [signed(text, { by: "another" }), text],
    [signed(text), `${text} `],
    [signed(text).replace(`v=${now}`, `v=${now + 1}`), text],
  ]
  for (const [signature, of] of tries) expect(messageOf(await post(url, of, signature))).toEqual(doesNotFit)
  for (const at of [now - 300_001, now + 300_001]) {
    const old = await post(url, text, signed(text, { at }))
    expect(messageOf(old)).toEqual([403, "The signature is older than five minutes."])
  }
  const fresh = signed(text)
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(url, text, fresh)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
  expect(messageOf(await post(url, text, fresh))).toEqual([403, "This post was taken before."])
})

it("AV-22 the address is the company's own: another token, another company's and one after the end are not found", async () => {
  const url = await connect()
  const text = JSON.stringify(callInbound)
  const guessed = [
    url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    url.replace(/\/(\d+)-/, (_, id) => `/${Number(id) + 1}-`),
    url.replace(/retell\/.*/, "retell/x"),
  ]
  for (const other of guessed) expect((await post(other, text, signed(text))).status).toBe(404)
  await put(service, "/company", { agent: { retell: { api_key: "another_key" } } })
  expect((await service.api("GET", "/company")).body.data.agent.retell.webhook_url).toBe(url)
  expect((await post(url, text, signed(text))).status).toBe(403)
  expect((await post(url, text, signed(text, { by: "another_key" }))).status).toBe(200)
  await put(service, "/company", { agent: { retell: null } })
  expect((await service.api("GET", "/company")).body.data.agent.retell).toBeNull()
  expect((await post(url, text, signed(text, { by: "another_key" }))).status).toBe(404)
})
