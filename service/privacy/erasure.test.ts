import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { oneBlock } from "../../bench/one-block.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { newDailyId } from "../platform/pg/partitions.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const secrets = {
  first: "Zebulon",
  last: "Quartermaine",
  email: "zeb.q@private.example",
  phone: "+15125550777",
  second: "+15125550778",
  line1: "77 Secret Grove",
  ref: "crm-zeb-77",
  dealRef: "deal-of-zebulon",
  label: "roof of Zebulon",
  note: "Gate code 4711",
  reason: "Wife is ill",
  latitude: 31.987654,
}
const address = {
  line1: secrets.line1,
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78702",
  country: "US",
}

const sql = <Row>(text: string, values: unknown[]) => service.context.db.query<Row>(text, values)

/** A customer with an appointment at `start`, a request, an event and an answer kept for a repeat. */
async function customerWithHistory(start: string, key: string) {
  const headers = { "idempotency-key": key }
  const created = await service.api(
    "POST",
    "/customers",
    {
      name: `${secrets.first} ${secrets.last}`,
      email: secrets.email,
      phone: secrets.phone,
      external_ref: secrets.ref,
      address: { ...address, latitude: secrets.latitude, longitude: -97.1 },
    },
    { headers },
  )
  const { id, contacts } = created.body.data
  await service.api("POST", `/customers/${id}/contacts`, { phone: secrets.second, label: secrets.label })
  await service.api("POST", `/customers/${id}/contacts/${contacts[0].id}/consent`, {
    channel: "sms",
    event: "revoked",
    source: "customer replied STOP",
  })
  await bookedOnce(id, start)
  return id as number
}

async function bookedOnce(customerId: number, start: string) {
  const { companyId } = service
  const [row] = await sql<{ provider: number; location: number; type: number }>(
    `WITH r AS (INSERT INTO resource (company_id, kind) VALUES ($1, 'provider') RETURNING id),
      p AS (INSERT INTO provider (company_id, id, name, created_at, updated_at)
            SELECT $1, id, 'Ana', now(), now() FROM r RETURNING id),
      l AS (INSERT INTO location (company_id, name, timezone, service_area, created_at, updated_at)
            VALUES ($1, 'Shop', 'UTC', '{}', now(), now()) RETURNING id),
      t AS (INSERT INTO appointment_type (company_id, name, block_minutes, created_at, updated_at)
            VALUES ($1, 'Visit', '{60}', now(), now()) RETURNING id)
     SELECT p.id AS provider, l.id AS location, t.id AS type FROM p, l, t`,
    [companyId],
  )
  const { provider, location, type } = row!
  const [request] = await sql<{ id: number }>(
    `INSERT INTO scheduling_request (company_id, customer_id, appointment_type_id, status, latest_date, external_ref,
       duration_label, link_key_id, created_at, updated_at)
     VALUES ($1, $2, $3, 'open', '2027-04-01', $4, $5, 'l1', now(), now()) RETURNING id`,
    [companyId, customerId, type, secrets.dealRef, secrets.label],
  )
  const [appointment] = await sql<{ id: number }>(
    `INSERT INTO appointment (company_id, customer_id, appointment_type_id, provider_id, location_id, status, start_at,
       end_at, blocks, timezone, clock_offsets, booked_by, notes, address, latitude, longitude, cancel_reason, last_event_at,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'scheduled', $6, $6::timestamptz + interval '1 hour', ${oneBlock("$6::timestamptz", "$6::timestamptz")}, 'UTC', '{}', 'api', $7, $8, $9, 1,
       $10, now(), now(), now()) RETURNING id`,
    [
      companyId,
      customerId,
      type,
      provider,
      location,
      start,
      secrets.note,
      address,
      secrets.latitude,
      secrets.reason,
    ],
  )
  await sql(
    `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute,
       end_minute, job_start_minute, job_end_minute, latitude, longitude) VALUES ($1, $2, $3, $4, 10, 20, 10, 20, $5, 1)`,
    [companyId, appointment!.id, provider, type, secrets.latitude],
  )
  const [event] = await sql<{ id: number }>(
    `INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, era, xid)
     VALUES ($1, ${newDailyId("event", "$2")}, 'appointment.created', $3, '{"kind":"system"}', $4, $5, 1, '1')
     RETURNING id`,
    [
      companyId,
      utcDayOf(service.clock.now()),
      new Date(service.clock.now()),
      {
        appointment: { id: appointment!.id, provider: { id: provider, name: "Ana" }, notes: secrets.note },
        customer: {
          id: customerId,
          external_ref: secrets.ref,
          name: `${secrets.first} ${secrets.last}`,
          phone: secrets.phone,
          email: secrets.email,
          address,
        },
        scheduling_request: { id: request!.id, external_ref: secrets.dealRef, status: "open" },
      },
      customerId,
    ],
  )
  // A receiver that repeats what it was sent.
  await sql(
    `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, attempt_log, has_failed,
       created_at)
     VALUES ($1, $2, 1, $2, 'appointment.created', 'event', 'abandoned',
       ARRAY[ROW(1, now(), now(), 400, NULL, NULL, '192.0.2.1', 1, 'v1,x', $3)::attempt], true, now())`,
    [companyId, event!.id, `bad phone ${secrets.phone}`],
  )
}

/** Every table's rows as text. */
async function everything(): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND $1",
    [true],
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await sql<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM "${name}" t WHERE $1`,
      [true],
    )
    texts.set(name, row!.text)
  }
  return texts
}

/** The event of an erasure says by what the company's other systems knew the customer (IN-14). */
const isTold = (table: string, what: string) => table.startsWith("event") && what === "ref"

async function findings(): Promise<string[]> {
  const found: string[] = []
  for (const [table, text] of await everything()) {
    for (const [what, value] of Object.entries(secrets)) {
      if (text.includes(String(value)) && !isTold(table, what)) found.push(`${table}: ${what}`)
    }
  }
  return found
}

describe("a customer's end", () => {
  it("archiving is refused while something is to come, and names how much", async () => {
    const id = await customerWithHistory("2027-03-05T15:00:00Z", "archive-1")
    const refused = await service.api("DELETE", `/customers/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: "in_use",
      details: { future_appointments: 1, open_requests: 1 },
      message: expect.stringMatching(/1 future appointments and 1 open requests\. Cancel them first/),
    })
    const erase = await service.api("DELETE", `/customers/${id}?erase=true`)
    expect(erase.body.error).toMatchObject({ code: "in_use", details: { future_appointments: 1 } })
    expect((await service.api("GET", `/customers/${id}`)).body.data.email).toBe(secrets.email)

    await sql("UPDATE appointment SET status = 'cancelled' WHERE company_id = $1", [service.companyId])
    expect((await service.api("DELETE", `/customers/${id}?erase=true`)).status).toBe(200)
  })

  it("an archived customer is gone from lists and lets go of phone and external_ref", async () => {
    const phone = "+15125550666"
    const first = (await service.api("POST", "/customers", { name: "Old", phone, external_ref: "again" }))
      .body.data
    expect((await service.api("DELETE", `/customers/${first.id}`)).body.data.id).toBe(first.id)
    expect((await service.api("GET", `/customers/${first.id}`)).status).toBe(404)
    expect((await service.api("PUT", `/customers/${first.id}`, { name: "X" })).status).toBe(404)
    expect((await service.api("GET", "/customers?external_ref=again")).body.data).toEqual([])
    const anew = await service.api("POST", "/customers", { name: "New", phone, external_ref: "again" })
    expect(anew.status).toBe(201)
    const exported = await service.api("GET", `/customers/${first.id}/export`)
    expect(exported.body.data.customer).toMatchObject({ name: "Old", phone, external_ref: "again" })
    expect(exported.body.data.archived_at).toBe("2027-03-01T12:00:00.000Z")
  })

  it("an export holds all that is kept", async () => {
    const id = await customerWithHistory("2027-02-20T15:00:00Z", "export-1")
    const { body } = await service.api("GET", `/customers/${id}/export`)
    expect(body.data).toMatchObject({
      customer: { email: secrets.email, contacts: [{ phone: secrets.phone }, { label: secrets.label }] },
      address_latitude: secrets.latitude,
      appointments: [{ notes: secrets.note, address }],
      scheduling_requests: [{ external_ref: secrets.dealRef, latest_date: "2027-04-01" }],
      events: expect.arrayContaining([
        expect.objectContaining({
          type: "appointment.created",
          data: expect.objectContaining({ customer: expect.objectContaining({ phone: secrets.phone }) }),
        }),
      ]),
      erased_at: null,
    })
    await service.api("DELETE", `/customers/${id}?erase=true`)
  })

  it("an erasure leaves nothing personal in any table, and the opt-out in force", async () => {
    const id = await customerWithHistory("2027-02-20T15:00:00Z", "erase-1")
    expect(await findings()).not.toEqual([])
    const answer = await service.api("DELETE", `/customers/${id}?erase=true`)
    expect(answer.body.data).toMatchObject({ id, name: "Erased", phone: null, email: null, contacts: [] })
    expect(await findings()).toEqual([])

    const [request] = await sql<{ status: string }>(
      "SELECT status FROM scheduling_request WHERE company_id = $1 AND customer_id = $2",
      [service.companyId, id],
    )
    expect(request!.status).toBe("cancelled")
    const [event] = await sql<{ data: object }>(
      "SELECT data FROM event WHERE company_id = $1 AND customer_id = $2 AND type = 'appointment.created'",
      [service.companyId, id],
    )
    expect(event!.data).toMatchObject({
      appointment: { provider: { name: "Ana" }, notes: null },
      customer: { id, name: "Erased", phone: null, email: null, address: null, external_ref: null },
    })

    const replay = await service.api(
      "POST",
      "/customers",
      {
        name: `${secrets.first} ${secrets.last}`,
        email: secrets.email,
        phone: secrets.phone,
        external_ref: secrets.ref,
        address: { ...address, latitude: secrets.latitude, longitude: -97.1 },
      },
      { headers: { "idempotency-key": "erase-1" } },
    )
    expect(replay.status).toBe(410)
    expect(replay.body.error.code).toBe("answer_erased")

    const back = await service.api("POST", "/customers", { name: "Somebody", phone: secrets.phone })
    expect(back.body.data.contacts[0].consents).toContainEqual(
      expect.objectContaining({ channel: "sms", event: "revoked" }),
    )
    await service.api("DELETE", `/customers/${back.body.data.id}?erase=true`)
  })

  it("an archived customer can still be erased, and an erased one again", async () => {
    const { id } = (await service.api("POST", "/customers", { name: secrets.first })).body.data
    await service.api("DELETE", `/customers/${id}`)
    expect(await findings()).not.toEqual([])
    for (const _ of [1, 2])
      expect((await service.api("DELETE", `/customers/${id}?erase=true`)).status).toBe(200)
    expect(await findings()).toEqual([])
  })
})
