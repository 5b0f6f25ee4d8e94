import { beforeEach, describe, expect, it } from "vitest"
import { createPostalGeocoder } from "../../service/host/adapters/geocoders/postal.ts"
import { type Conversation, samsNumber, strangersNumber, talk, texting } from "../support/agent.ts"
import { lastCode, textsOf } from "../support/read-texts.ts"
import type { Answer } from "../support/service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType, put, weekdays } from "../support/story.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

const hour = 3_600_000
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const customer = async (filter: string) => (await service.api("GET", `/customers?${filter}`)).body.data

/** Ana comes to customers too. Returns the type's id. */
async function offerVisits(): Promise<number> {
  const visitId = await makeType(service, { name: "Home visit", place: "at_customer" })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, visitId] })
  return visitId
}

describe("creating the caller", () => {
  const create = (call: Conversation, body: object) => call.tool("POST", "/customers", body)

  it("AG-06 CU-04 the calling number becomes the verified phone, and books from then on", async () => {
    const call = await talk(service, strangersNumber)
    expect(call.variables).toMatchObject({ is_new_customer: true, can_self_register: true })
    const made = await create(call, { name: "Ana María Ruiz", email: "ana@example.com" })
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        customer_first_name: "Ana",
        customer_last_name: "María Ruiz",
        customer_full_name: "Ana María Ruiz",
        has_address: false,
        warnings: [],
        say: "Thank you, Ana.",
      },
    ])
    const [seen] = await customer(`phone=${encodeURIComponent(strangersNumber)}`)
    expect(seen).toMatchObject({ phone: strangersNumber, external_ref: null, email: "ana@example.com" })
    expect(seen.contacts[0]).toMatchObject({ primary: true, verified_at: "2027-03-01T12:00:00.000Z" })
    const booked = await call.tool("POST", "/appointments", {
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-03T15:00:00.000Z",
    })
    expect(booked.status).toBe(201)
    const next = await talk(service, strangersNumber)
    expect(next.variables).toMatchObject({ is_new_customer: false, customer_full_name: "Ana María Ruiz" })
  })

  it("AG-06 is refused where the company takes nobody new, or the number is hidden", async () => {
    await service.api("PUT", "/company", { new_customers: "not_allowed" })
    const closed = await create(await talk(service, strangersNumber), { name: "Eve" })
    expect([...codeOf(closed), closed.body.error.message]).toEqual([
      403,
      "registration_closed",
      "New customers are not allowed",
    ])
    expect(codeOf(await create(await talk(service, "anonymous"), { name: "Eve" }))).toEqual([
      409,
      "caller_unknown",
    ])
    expect(await customer("limit=100")).toHaveLength(1)
  })

  it("AG-16 twice, one by one and at once, is one customer; whoever is one stays as they are", async () => {
    const call = await talk(service, strangersNumber)
    const other = await talk(service, strangersNumber)
    const sent = { first_name: "Eve", last_name: "Gray" }
    const made = await Promise.all([create(call, sent), create(other, sent), create(call, sent)])
    made.push(await create(call, { name: "Somebody Else" }))
    expect(made.map(({ status, body }) => [status, body.data.customer_full_name])).toEqual(
      Array(4).fill([201, "Eve Gray"]),
    )
    expect(await customer("limit=100")).toHaveLength(2)
    const sam = await create(await talk(service, samsNumber), { name: "Not Sam" })
    expect(sam.body.data.customer_full_name).toBe("Sam Poe")
  })

  it("TR-35 an email of somebody else's is not kept, and nothing is said of it", async () => {
    const call = await talk(service, strangersNumber)
    const made = await create(call, { name: "Eve Gray", email: "SAM@example.com" })
    expect(made.body.data).toMatchObject({ warnings: [], say: "Thank you, Eve." })
    const [eve] = await customer(`phone=${encodeURIComponent(strangersNumber)}`)
    expect(eve.email).toBeNull()
  })

  it("AG-06 needs a name, and an email that is one", async () => {
    const call = await talk(service, strangersNumber)
    for (const body of [{}, { name: "" }, { name: null, first_name: " " }]) {
      const refused = await create(call, body)
      expect([refused.status, refused.body.error.message]).toEqual([400, "Could you tell me your name?"])
    }
    const misheard = await create(call, { name: "Eve", email: "eve at example" })
    expect([misheard.status, misheard.body.error.field]).toEqual([400, "email"])
  })
})

describe("saving an address", () => {
  const save = (call: Conversation, body: object) => call.tool("PUT", "/address", body)
  const near = { line1: "2 Oak Ave", postal_code: "78702" }

  beforeEach(async () => {
    await service.api("PUT", `/locations/${story.locationId}`, { service_area: { kind: "radius", km: 40 } })
    await offerVisits()
  })

  it("AG-08 tells in or out of the service area and nothing else, and is kept as the agent's", async () => {
    const otherId = await makeCustomer(service, { name: "Ola Berg" })
    const call = await talk(service, samsNumber)
    const saved = await save(call, near)
    expect([saved.status, saved.body.data]).toEqual([
      200,
      { in_service_area: true, say: "Thank you, we come to your address." },
    ])
    const [sam] = await customer("external_ref=crm-9")
    expect(sam).toMatchObject({
      address_source: "agent",
      address: { line1: "2 Oak Ave", postal_code: "78702" },
    })
    expect((await service.api("GET", `/customers/${otherId}`)).body.data).toMatchObject({
      ...{ address: null, address_source: null, version: 1 },
    })
    const far = await save(call, { line1: "1 Main St", city: "Houston", state: "TX", postal_code: "77002" })
    expect(far.body.data).toEqual({
      in_service_area: false,
      say: "I'm sorry, we don't come to that address.",
    })
    expect((await talk(service, samsNumber)).variables.has_address).toBe(true)
  })

  it("AG-08 needs line1 with a postal code, or with city and state", async () => {
    const call = await talk(service, samsNumber)
    const bad: [object, string][] = [
      [{ postal_code: "78702" }, "Could you tell me the street address, with the house number?"],
      [{ line1: "2 Oak Ave" }, "Could you tell me the ZIP code, or the city and state?"],
      [{ line1: "2 Oak Ave", city: "Austin" }, "Could you tell me the ZIP code, or the city and state?"],
      [
        { line1: "2 Oak Ave", state: "TX", postal_code: "" },
        "Could you tell me the ZIP code, or the city and state?",
      ],
    ]
    for (const [body, sentence] of bad) {
      const refused = await save(call, body)
      expect([refused.status, refused.body.error.message]).toEqual([400, sentence])
    }
    const near = await save(call, { line1: "2 Oak Ave", city: "Austin", state: "TX" })
    expect([near.status, near.body.data?.in_service_area]).toEqual([200, true])
    const far = await save(call, { line1: "1 Main St", city: "Houston", state: "TX" })
    expect([far.status, far.body.data?.in_service_area]).toEqual([200, false])
  })

  it("AG-08 MD-03 refuses an address that can't be placed, saves it nowhere and counts it", async () => {
    const typeId = await makeType(service, { name: "AppContext call", place: "at_customer" })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [typeId] })
    const call = await talk(service, samsNumber)
    const nowhere = { line1: "1 Main St", city: "Nosuchplace", state: "TX" }
    const unplaced = {
      code: "address_not_found",
      message:
        "I couldn't place that address, so I can't say whether we come there. Could we check the street, the city and the ZIP code?",
    }
    const refusedAs = ({ status, body }: Answer) => [status, body.error]
    expect(refusedAs(await save(call, nowhere))).toEqual([400, expect.objectContaining(unplaced)])
    expect((await customer("external_ref=crm-9"))[0].address).toBeNull()
    const dates = { start_date: "2027-03-02", end_date: "2027-03-03" }
    const question = { appointment_type_id: typeId }
    for (const [method, path, body] of [
      ["POST", "/slots", { ...question, ...dates }],
      ["GET", "/locations", question],
      ["GET", "/providers", question],
    ] as const) {
      const found = (await call.tool(method, path, body)).body.data
      expect([path, found.reason]).toEqual([path, "no_address"])
      expect(found.say).toBe("I need your address first, to see who can come to you.")
    }
    await put(service, `/locations/${story.locationId}`, { service_area: { kind: "anywhere" } })
    const second = await save(call, { ...nowhere, line1: "2 Main St" })
    expect(refusedAs(second)).toEqual([400, expect.objectContaining(unplaced)])
    expect((await save(call, { ...nowhere, line1: "3 Main St" })).status).toBe(400)
    expect(codeOf(await save(call, { ...nowhere, line1: "4 Main St" }))).toEqual([429, "rate_limited"])
  })

  it("MD-02 a booking or a search at an address on file that can't be placed never hears that we don't come there", async () => {
    const typeId = await makeType(service, { name: "AppContext call", place: "at_customer" })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [typeId] })
    const address = { line1: "1 Main St", city: "Nosuchplace", state: "TX", postal_code: "00000" }
    await put(service, `/customers/${story.customerId}`, { address })
    await put(service, `/locations/${story.locationId}`, { service_area: { kind: "radius", km: 40 } })
    const call = await talk(service, samsNumber)
    const question = { appointment_type_id: typeId, start_date: "2027-03-02", end_date: "2027-03-03" }
    const found = (await call.tool("POST", "/slots", question)).body.data
    expect(found).toMatchObject({
      reason: "address_not_found",
      say: "I can't place the address we have for you, so I can't see who can come to you.",
    })
    const wish = { appointment_type_id: typeId, provider_id: story.anaId, location_id: story.locationId }
    const refused = await call.tool("POST", "/appointments", {
      ...wish,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    expect(codeOf(refused)).toEqual([400, "address_not_found"])
  })

  it("AG-08 never replaces what the company has set, and asks no geocoder for it", async () => {
    const address = { line1: "9 Elm St", city: "Austin", state: "TX", postal_code: "78703", country: "US" }
    await service.api("PUT", `/customers/${story.customerId}`, { address })
    const call = await talk(service, samsNumber)
    for (let time = 0; time < 5; time += 1) {
      expect(codeOf(await save(call, { ...near, line1: `${time} Oak Ave` }))).toEqual([
        409,
        "address_set_by_company",
      ])
    }
    const [sam] = await customer("external_ref=crm-9")
    expect(sam.address).toMatchObject(address)
  })

  it("AG-08 AG-16 three in one conversation; the same again does not count, and one from the page may be replaced", async () => {
    const call = await talk(service, samsNumber)
    const at = (number: number) => save(call, { ...near, line1: `${number} Oak Ave` })
    expect((await at(1)).status).toBe(200)
    const same = await Promise.all([at(1), at(1), save(call, { ...near, line1: " 1  OAK ave" })])
    expect(same.map(({ status, body }) => [status, body.data.in_service_area])).toEqual(
      Array(3).fill([200, true]),
    )
    expect([(await at(2)).status, (await at(3)).status, (await at(3)).status]).toEqual([200, 200, 200])
    const fourth = await at(4)
    expect(codeOf(fourth)).toEqual([429, "rate_limited"])
    expect(fourth.headers.get("retry-after")).toBeNull()
    expect((await save(await talk(service, samsNumber), near)).status).toBe(200)
  })

  it("AG-08 of a stranger asks for a name first", async () => {
    expect(codeOf(await save(await talk(service, strangersNumber), near))).toEqual([
      409,
      "registration_needed",
    ])
  })
})

describe("another number", () => {
  const other = "+15125550160"
  const start = (call: Conversation, contact_number: unknown = other) =>
    call.tool("POST", "/contacts", { contact_number, label: "work" })
  const confirm = (call: Conversation, verification_id: string, code: string) =>
    call.tool("POST", "/contacts/confirm", { verification_id, code })
  const wrong = (code: string) => (code === "000000" ? "000001" : "000000")
  const expired = [400, "code_expired"]

  async function started(call: Conversation) {
    const { status, body } = await start(call)
    expect(status).toBe(201)
    return { id: body.data.verification_id as string, code: await lastCode(service) }
  }

  it("AG-09 the code goes to the caller's own number, from the company's", async () => {
    const call = await talk(service, samsNumber)
    const begun = await start(call)
    expect(begun.body.data).toEqual({
      verification_id: expect.any(String),
      expires_at: "2027-03-01T12:10:00.000Z",
      say: "I've just texted you a code. Could you read it to me?",
    })
    expect(await textsOf(service)).toMatchObject([{ from: "+15125550188", to: samsNumber }])
    const code = await lastCode(service)
    const spelled = `${code.slice(0, 3)}-${code.slice(3)}`
    const added = await confirm(call, begun.body.data.verification_id, spelled)
    expect(added.body.data).toEqual({ added: true, say: "Thank you, I've added that number." })
  })

  it("FX-04 AV-06 a used code has expired, but for the same call under the same Idempotency-Key", async () => {
    const call = await talk(service, samsNumber)
    const { id, code } = await started(call)
    const keyed = { headers: { "idempotency-key": "lost-answer" } }
    const confirmKeyed = () => call.tool("POST", "/contacts/confirm", { verification_id: id, code }, keyed)
    const first = await confirmKeyed()
    expect([first.status, (await confirmKeyed()).body]).toEqual([200, first.body])
    const again = await confirm(call, id, code)
    expect([again.status, again.body.error.code, again.body.error.message]).toEqual([
      ...expired,
      "Code expired",
    ])
    const other = await call.tool(
      "POST",
      "/contacts/confirm",
      { verification_id: id, code },
      {
        headers: { "idempotency-key": "another" },
      },
    )
    expect(other.status).toBe(400)
    const [sam] = await customer("external_ref=crm-9")
    expect(sam.contacts).toHaveLength(2)
  })

  it("CU-05 it is kept unverified and identifies nobody, whoever else has it", async () => {
    const kim = await makeCustomer(service, { name: "Kim Lee", phone: other })
    const call = await talk(service, samsNumber)
    const { id, code } = await started(call)
    expect((await confirm(call, id, code)).status).toBe(200)
    const [sam] = await customer("external_ref=crm-9")
    expect(sam.contacts.find(({ phone }: { phone: string }) => phone === other)).toMatchObject({
      label: "work",
      primary: false,
      verified_at: null,
    })
    expect((await talk(service, other)).variables.customer_first_name).toBe("Kim")
    await service.api("DELETE", `/customers/${kim}`)
    expect((await talk(service, other)).variables.is_new_customer).toBe(true)
  })

  it("CU-05 the answers are the same whether the number is somebody's, nobody's, or the caller's already", async () => {
    await makeCustomer(service, { name: "Kim Lee", phone: other })
    const told = []
    for (const number of [other, "+15125550161", samsNumber]) {
      const call = await talk(service, samsNumber)
      const begun = await start(call, number)
      const added = await confirm(call, begun.body.data.verification_id, await lastCode(service))
      told.push([begun.status, Object.keys(begun.body.data), begun.body.data.say, added.status, added.body])
    }
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })

  it("VC-01 AG-09 expired, tried out, used, unknown and another conversation's answer alike", async () => {
    const call = await talk(service, samsNumber)
    const answers: Answer[] = []
    const used = await started(call)
    await confirm(call, used.id, used.code)
    answers.push(await confirm(call, used.id, wrong(used.code)))
    answers.push(await confirm(await talk(service, samsNumber), used.id, used.code))
    answers.push(await confirm(call, "AAAAAAAAAAAAAAAAAAAAAA", used.code))
    const foreign = await started(call)
    answers.push(await confirm(await talk(service, samsNumber), foreign.id, foreign.code))
    const tries = []
    for (let tried = 0; tried < 5; tried += 1) {
      tries.push((await confirm(call, foreign.id, wrong(foreign.code))).body.error.code)
    }
    expect(tries).toEqual([...Array(4).fill("wrong_code"), "code_expired"])
    answers.push(await confirm(call, foreign.id, foreign.code))
    const old = await started(call)
    service.clock.advanceMs(10 * 60_000)
    answers.push(await confirm(call, old.id, old.code))
    for (const answer of answers) {
      expect([...codeOf(answer), answer.body.error.message]).toEqual([...expired, "Code expired"])
    }
  })

  it("AG-09 three codes in one conversation, five an hour for a customer, however they are asked for", async () => {
    const first = await talk(service, samsNumber)
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => start(first)))
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(3)
    const fourth = await start(first)
    expect(codeOf(fourth)).toEqual([429, "rate_limited"])
    expect(fourth.headers.get("retry-after")).toBeNull()
    const second = await talk(service, samsNumber)
    expect([(await start(second)).status, (await start(second)).status]).toEqual([201, 201])
    const sixth = await start(await talk(service, samsNumber))
    expect([...codeOf(sixth), sixth.headers.get("retry-after")]).toEqual([429, "rate_limited", "3600"])
    service.clock.advanceMs(hour)
    expect((await start(await talk(service, samsNumber))).status).toBe(201)
    expect(await textsOf(service)).toHaveLength(6)
  })

  it("AG-09 five an hour hold for conversations that ask at once too", async () => {
    const calls = await Promise.all(Array.from({ length: 8 }, () => talk(service, samsNumber)))
    const answers = await Promise.all(calls.map((call) => start(call)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await textsOf(service)).toHaveLength(5)
  })

  it("AG-09 what is no number, a host without texts and a company without a number to text from", async () => {
    const call = await talk(service, samsNumber)
    const misheard = await start(call, "five five five")
    expect([misheard.status, misheard.body.error.field]).toEqual([400, "contact_number"])
    const { data } = (await service.api("GET", "/channels")).body
    const sms = data.find(({ kind }: { kind: string }) => kind === "sms")
    await service.api("DELETE", `/channels/${sms.id}`)
    const refused = await start(call)
    expect([...codeOf(refused), refused.body.error.message]).toEqual([
      503,
      "texts_unavailable",
      "I can't send texts at the moment.",
    ])
  })

  it("VC-04 codes and the numbers that they are for are kept unreadable", async () => {
    const call = await talk(service, samsNumber)
    const { code } = await started(call)
    for (const table of ["agent_contact_code", "audit", "text_message"]) {
      const rows = await service.context.db.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${table} t`,
      )
      for (const { row } of rows)
        for (const secret of [`"${code}"`, other, other.slice(2)]) expect(row).not.toContain(secret)
    }
  })
})

describe("opting out", () => {
  const optOut = (call: Conversation, body = {}) => call.tool("POST", "/opt-out", body)
  const consents = async (phone: string) => {
    const rows = await service.context.db.query(
      "SELECT channel, event, source FROM consent WHERE company_id = $1 AND phone_hash = $2 ORDER BY id",
      [service.companyId, service.context.sealer.phoneHash(service.companyId, phone)],
    )
    return rows.map(({ channel, event, source }) => `${channel} ${event} ${source}`)
  }

  it("AG-10 one channel a call, the conversation's own by default, once however often it is said", async () => {
    const call = await talk(service, samsNumber)
    const out = await optOut(call)
    expect(out.body.data).toEqual({
      channel: "voice",
      opted_out: true,
      say: "All right, we won't call you about booking any more.",
    })
    expect((await optOut(await texting(service, samsNumber))).body.data.channel).toBe("sms")
    expect((await optOut(call, { channel: "sms" })).status).toBe(200)
    expect((await optOut(call)).status).toBe(200)
    expect(await consents(samsNumber)).toEqual(["voice revoked agent", "sms revoked agent"])
    expect((await optOut(call, { channel: "both" })).status).toBe(400)
  })

  it("AG-10 CU-06 works for a number without a contact, and stays with it", async () => {
    await optOut(await texting(service, strangersNumber))
    expect(await consents(strangersNumber)).toEqual(["sms revoked agent"])
    expect(await consents(samsNumber)).toEqual([])
    expect(codeOf(await optOut(await talk(service, "anonymous")))).toEqual([409, "caller_unknown"])
  })

  it("AG-10 CU-02 shows in the customer's history, where the company can restore it", async () => {
    await optOut(await texting(service, samsNumber))
    const [sam] = await customer("external_ref=crm-9")
    const { id, consents: said } = sam.contacts[0]
    expect(said).toMatchObject([{ channel: "sms", event: "revoked", source: "agent" }])
    const restored = { channel: "sms", event: "granted", source: "customer replied START" }
    const path = `/customers/${story.customerId}/contacts/${id}/consent`
    await make(service, path, restored)
    await optOut(await texting(service, samsNumber))
    expect(await consents(samsNumber)).toEqual([
      "sms revoked agent",
      "sms granted customer replied START",
      "sms revoked agent",
    ])
  })
})

describe("an address of line1, city and state", () => {
  const austin = { line1: "2 Oak Ave", city: "Austin", state: "TX" }
  const save = (call: Conversation, body: object) => call.tool("PUT", "/address", body)
  const serve = (service_area: object) =>
    service
      .api("PUT", `/locations/${story.locationId}`, { service_area })
      .then(({ status }) => expect(status).toBe(200))
  const question = {
    code: "address_not_found",
    field: "postal_code",
    message: "We come to a part of that city only. Could you tell me the ZIP code?",
  }
  const budget = `address_search:company:`
  const charged = async () => {
    const key = `${budget}${service.companyId}`
    const [row] = await service.context.db.query("SELECT count FROM rate_counter WHERE key = $1", [key])
    return row?.count ?? 0
  }

  async function codesOfAustin(): Promise<string[]> {
    const address = { ...austin, line2: null, postal_code: "", country: "US" }
    const found = await createPostalGeocoder().locate(address, AbortSignal.timeout(10_000))
    return found!.cityCodes!.map(([code]) => code)
  }

  it("FX-05 is judged where all codes of its city lie on one side of the area, and searches and books as it was said", async () => {
    const typeId = await offerVisits()
    await serve({ kind: "postal_codes", codes: await codesOfAustin() })
    const call = await talk(service, samsNumber)
    const far = await save(call, { line1: "1 Main St", city: "Houston", state: "TX" })
    expect(far.body.data.in_service_area).toBe(false)
    const wish = { appointment_type_id: typeId, start_date: "2027-03-02", end_date: "2027-03-03" }
    expect((await call.tool("POST", "/slots", wish)).body.data.reason).toBe("out_of_service_area")
    expect((await save(call, austin)).body.data).toEqual({
      in_service_area: true,
      say: "Thank you, we come to your address.",
    })
    const { reason, recommended } = (await call.tool("POST", "/slots", wish)).body.data
    expect([reason, recommended.length > 0]).toEqual([null, true])
    const { provider_id, location_id, start_time } = recommended[0]
    const booking = { appointment_type_id: typeId, provider_id, location_id, start_time }
    expect((await call.tool("POST", "/appointments", booking)).status).toBe(201)
    // The codes go with the address that they belong to.
    const address = { line1: "9 Far Rd", city: "Houston", state: "TX", postal_code: "77002" }
    await put(service, `/customers/${story.customerId}`, { address })
    expect((await call.tool("POST", "/slots", wish)).body.data.reason).toBe("out_of_service_area")
  })

  it("FX-05 asks for the ZIP code where codes differ, which is none of the three and charged to the company", async () => {
    await offerVisits()
    const [served, ...codes] = await codesOfAustin()
    await serve({ kind: "postal_codes", codes })
    const call = await talk(service, samsNumber)
    for (let asked = 1; asked <= 5; asked += 1) {
      const refused = await save(call, { ...austin, line1: `${asked} Oak Ave` })
      expect([refused.status, refused.body.error]).toEqual([400, expect.objectContaining(question)])
      expect(await charged()).toBe(asked)
    }
    expect((await customer("external_ref=crm-9"))[0].address).toBeNull()
    for (const [postal_code, isIn] of [
      [codes[0], true],
      [served, false],
      [codes[1], true],
    ])
      expect((await save(call, { ...austin, postal_code })).body.data.in_service_area).toBe(isIn)
    expect(codeOf(await save(call, { ...austin, postal_code: codes[2] }))).toEqual([429, "rate_limited"])
    expect(await charged()).toBe(5)
    await service.context.db.query("UPDATE rate_counter SET count = 500 WHERE key LIKE $1", [`${budget}%`])
    const spent = await save(await talk(service, samsNumber), austin)
    expect(codeOf(spent)).toEqual([429, "rate_limited"])
  })

  it("FX-05 asks where a radius cuts the city, and for one of two types too", async () => {
    await offerVisits()
    await serve({ kind: "radius", km: 11 })
    const cut = await save(await talk(service, samsNumber), austin)
    expect(cut.body.error).toMatchObject(question)
    await serve({ kind: "radius", km: 80 })
    const call = await talk(service, samsNumber)
    expect((await save(call, austin)).body.data.in_service_area).toBe(true)
    const [, ...codes] = await codesOfAustin()
    const location = await makeLocation(service, {
      name: "By code",
      service_area: { kind: "postal_codes", codes },
    })
    const other = await makeType(service, { name: "Other visit", place: "at_customer" })
    await makeProvider(service, {
      name: "Cleo Park",
      appointment_type_ids: [other],
      weekly_hours: weekdays(location),
    })
    expect((await save(call, { ...austin, line1: "3 Oak Ave" })).body.error).toMatchObject(question)
  })
})

describe("a location that serves by postal codes", () => {
  it("AG-08 MD-02 MD-03 refuses an address that another location, which goes by distance, can't place", async () => {
    const service_area = { kind: "postal_codes", codes: ["78702"] }
    const locationId = await makeLocation(service, { name: "By code", service_area })
    await service.api("PUT", `/locations/${story.locationId}`, { service_area: { kind: "radius", km: 5 } })
    const visitId = await offerVisits()
    await makeProvider(service, {
      name: "Cleo Park",
      appointment_type_ids: [visitId],
      weekly_hours: weekdays(locationId),
    })
    const call = await talk(service, samsNumber)
    const save = (body: object) => call.tool("PUT", "/address", body)
    expect(codeOf(await save({ line1: "1 Nowhere", postal_code: "00000" }))).toEqual([
      400,
      "address_not_found",
    ])
    expect((await save({ line1: "2 Oak Ave", postal_code: "78702" })).body.data.in_service_area).toBe(true)
  })
})
