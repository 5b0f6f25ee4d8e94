/** A company brings its customers, providers and appointments along, and may do so twice. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { csvLine, readCsv } from "../../domain/csv/csv.ts"
import { exportsOfOthers, pathOfExport } from "../../test/support/exports-of-others.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { makeDirectory } from "../../test/support/processes.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import { importFile } from "../host/cli/import-file.ts"

shareOneStory()

const directory = makeDirectory()
afterAll(() => directory.remove())
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

type Row = Record<string, string>

async function send(kind: string, rows: Row[], more: object = {}) {
  const { status, body } = await service.api("POST", `/imports/${kind}`, { rows, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const fatesOf = (answer: { rows: { fate: string }[] }) => answer.rows.map(({ fate }) => fate)
const reasonsOf = (answer: { rows: { reason: { code: string; field: string } | null }[] }) =>
  answer.rows.map(({ reason }) => reason && [reason.code, reason.field])
const count = async (table: string) =>
  (await service.context.db.first<{ count: number }>(`SELECT count(*) FROM ${table} WHERE company_id = $1`, [
    service.companyId,
  ]))!.count

describe("customers", () => {
  it("DX-06 are made row by row, with each fate told before and after, and a rerun changes nothing", async () => {
    const rows: Row[] = [
      { external_ref: "i-1", name: "Ida Bell Wells", phone: "(512) 555-0201", email: "Ida@Example.com" },
      {
        first_name: "Ed",
        last_name: "Poe",
        phone: "512.555.0202",
        line1: "2 Oak Ave",
        city: "Austin",
        state: "TX",
        postal_code: "78702",
      },
      { name: "ídá bell  wells", phone: "+1 512 555 0201" },
      { name: "Someone Else", phone: "(512) 555-0201" },
      { name: "Nobody" },
      { name: "Kim", email: "not an email" },
      { external_ref: "crm-9", name: "Samuel Poe", phone: "+15125550123" },
      {
        name: "Pat",
        phone: "(512) 555-0123",
        shared_phone: "yes",
        email: "pat@example.com",
        assigned_provider: "ana ruiz",
      },
      { name: "Lee", email: "lee@example.com", line1: "3 Elm St" },
    ]
    const before = await count("customer")
    const dry = await send("customers", rows, { dry_run: true })
    expect(await count("customer")).toBe(before)
    const fates = [
      "made",
      "made",
      "unchanged",
      "refused",
      "refused",
      "refused",
      "unchanged",
      "made",
      "refused",
    ]
    expect(fatesOf(dry)).toEqual(fates)
    expect(reasonsOf(dry)).toEqual([
      null,
      null,
      null,
      ["phone_taken", "phone"],
      ["invalid_input", "external_ref"],
      ["invalid_input", "email"],
      null,
      null,
      ["invalid_input", "city"],
    ])
    const made = await send("customers", rows)
    expect(made).toMatchObject({ dry_run: false, made: 3, unchanged: 2, skipped: 0, refused: 4 })
    expect(fatesOf(made)).toEqual(fates)
    expect(made.rows[2].id).toBe(made.rows[0].id)
    expect(made.rows[6]).toMatchObject({ id: story.customerId, differs: ["name"] })
    const [ida, ed, pat] = await Promise.all(
      [0, 1, 7].map(async (row) => (await service.api("GET", `/customers/${made.rows[row].id}`)).body.data),
    )
    expect(ida).toMatchObject({
      first_name: "Ida",
      phone: "+15125550201",
      email: "ida@example.com",
      external_ref: "i-1",
    })
    expect(ed).toMatchObject({
      name: "Ed Poe",
      address: { city: "Austin", country: "US" },
      address_source: "company",
    })
    expect(pat).toMatchObject({
      assigned_provider_id: story.anaId,
      contacts: [{ identifies: false, primary: true }],
    })

    const again = await send("customers", rows)
    expect(again).toMatchObject({ made: 0, unchanged: 5, refused: 4 })
    expect(await count("customer")).toBe(before + 3)
    const { body } = await service.api("GET", "/audit?operation=import_customers")
    expect(body.data[0]).toMatchObject({ target_id: null })
    expect(body.data[0].fields).toContain("shared_phone")
  })

  it("DX-06 the same rows at the same time are made once, and an Idempotency-Key gets the first answer", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      name: `Twin ${index}`,
      email: `twin${index}@example.com`,
    }))
    const answers = await Promise.all([1, 2, 3].map(() => send("customers", rows)))
    expect(answers.map(({ made }) => made).sort()).toEqual([0, 0, 40])
    const keyed = { headers: { "idempotency-key": "import-1" } }
    const body = { rows: [{ name: "Keyed", email: "keyed@example.com" }] }
    const first = await service.api("POST", "/imports/customers", body, keyed)
    const second = await service.api("POST", "/imports/customers", body, keyed)
    expect(second.headers.get("idempotent-replayed")).toBe("true")
    expect(second.body).toEqual(first.body)
  })

  it("DX-06 only admins import, a row's shape is the request's, and its contents are the row's", async () => {
    const { body } = await service.api("POST", "/api-keys", { name: "crm", role: "member" })
    const asMember = await service.api(
      "POST",
      "/imports/customers",
      { rows: [{ name: "A" }] },
      { key: body.data.key },
    )
    expect(asMember.status).toBe(403)
    const unknown = await service.api("POST", "/imports/customers", { rows: [{ nick: "A" }] })
    expect(unknown.body.error).toMatchObject({ code: "invalid_input", field: "rows[0].nick" })
    const many = await service.api("POST", "/imports/customers", { rows: Array(501).fill({ name: "A" }) })
    expect(many.status).toBe(400)
  })
})

describe("opt-outs", () => {
  const consentsOf = async (id: number) => {
    const { body } = await service.api("GET", `/customers/${id}`)
    const said = ({ event, source }: { event: string; source: string }) => [event, source]
    return {
      texts: body.data.contacts.flatMap((one: { consents: { event: string; source: string }[] }) =>
        one.consents.map(said),
      ),
      emails: body.data.email_consents.map(said),
    }
  }
  const stopped = ["revoked", "opted out in another system"]

  it("CW-12 are told before and recorded once: of texts for the number, of mails for the email, of new customers and of those who are there", async () => {
    const there = await makeCustomer(service, {
      name: "Ona There",
      phone: "+15125550501",
      email: "ona@opt.example",
    })
    const rows: Row[] = [
      {
        name: "Nel New",
        phone: "(512) 555-0502",
        email: "nel@opt.example",
        text_opt_out: "yes",
        email_opt_out: "x",
      },
      {
        name: "Ona There",
        phone: "(512) 555-0501",
        email: "ona@opt.example",
        accepts_texts: "no",
        accepts_emails: "no",
      },
      {
        name: "Yes Both",
        phone: "(512) 555-0503",
        email: "yes@opt.example",
        accepts_texts: "yes",
        accepts_emails: "yes",
      },
      { name: "No Number", email: "none@opt.example", text_opt_out: "2026-02-03" },
      { name: "Odd", email: "odd@opt.example", text_opt_out: "sometimes" },
    ]
    const told = (answer: { rows: { opted_out: string[] }[] }) => answer.rows.map((row) => row.opted_out)
    const expected = [["texts", "emails"], ["texts", "offers"], [], [], []]
    const dry = await send("customers", rows, { dry_run: true })
    expect([told(dry), fatesOf(dry)]).toEqual([expected, ["made", "unchanged", "made", "made", "refused"]])
    expect(await consentsOf(there)).toEqual({ texts: [], emails: [] })
    const made = await send("customers", rows)
    expect([told(made), reasonsOf(made)[4]]).toEqual([expected, ["invalid_input", "text_opt_out"]])
    await send("customers", rows)
    expect(await consentsOf(made.rows[0].id)).toEqual({ texts: [stopped], emails: [stopped] })
    const offers = ["revoked", "agreed to no marketing mails in another system"]
    expect(await consentsOf(there)).toEqual({ texts: [stopped], emails: [offers] })
    expect(await consentsOf(made.rows[2].id)).toEqual({ texts: [], emails: [] })
    // There is no number to stop: who adds one reads it.
    expect(made.rows[3].in_notes).toEqual(["text_opt_out: yes"])
    const listed = (await service.api("GET", "/opt-outs")).body.data.map(
      (one: { phone: string }) => one.phone,
    )
    expect(listed).toEqual(expect.arrayContaining(["+15125550501", "+15125550502"]))
  })

  it("CW-12 never take back what the number or the email has agreed to here, which is told", async () => {
    const id = await makeCustomer(service, {
      name: "Kit Agreed",
      phone: "+15125550505",
      email: "kit@opt.example",
    })
    const { body } = await service.api("GET", `/customers/${id}`)
    const granted = { event: "granted", source: "signed at the desk" }
    await make(service, `/customers/${id}/contacts/${body.data.contacts[0].id}/consent`, {
      channel: "sms",
      ...granted,
    })
    await make(service, `/customers/${id}/email-consent`, granted)
    const row = {
      name: "Kit Agreed",
      phone: "5125550505",
      email: "kit@opt.example",
      text_opt_out: "yes",
      email_opt_out: "yes",
    }
    const answer = await send("customers", [row])
    expect(answer.rows[0]).toMatchObject({ opted_out: [], differs: ["text_opt_out", "email_opt_out"] })
    expect(await consentsOf(id)).toEqual({
      texts: [["granted", granted.source]],
      emails: [["granted", granted.source]],
    })
  })

  it("CW-12 come along with an appointment, whose customer's record stays, and a refused row says nothing", async () => {
    const row = {
      ...{ appointment_type: "Boiler service", provider: "Ana Ruiz", start_time: "2027-06-21 09:00" },
      ...{
        name: "Pru Poe",
        phone: "(512) 555-0506; (512) 555-0507",
        email: "pru@opt.example",
        text_opt_out: "yes",
      },
    }
    const other = { ...row, name: "Rex Roe", phone: "(512) 555-0508", email: "rex@opt.example" }
    const dry = await send("appointments", [row, other], { dry_run: true })
    const made = await send("appointments", [row, other])
    for (const { rows } of [dry, made]) {
      expect(rows[0]).toMatchObject({ fate: "made", opted_out: ["texts"], in_notes: ["(512) 555-0507"] })
      expect(rows[1]).toMatchObject({ fate: "refused", opted_out: [] })
    }
    const [pru] = (await service.api("GET", "/customers?search=pru%20poe")).body.data
    expect(pru.notes).toBe("(512) 555-0507")
    expect((await consentsOf(pru.id)).texts).toEqual([stopped])
    const blind = service.context.sealer.phoneHashes(service.companyId, "+15125550508")
    const said = await service.context.db.query("SELECT 1 FROM consent WHERE phone_hash = ANY ($1)", [blind])
    expect(said).toEqual([])
    const next = {
      ...row,
      start_time: "2027-06-21 13:00",
      email: "new@opt.example",
      phone: "(512) 555-0506; (512) 555-0509",
    }
    const [known] = (await send("appointments", [next])).rows
    expect(known).toMatchObject({
      fate: "made",
      differs: ["email", "phone"],
      in_notes: [],
      opted_out: ["texts"],
    })
  })

  it("CW-12 a number with an extension identifies nobody: two people of one office are two customers, known again", async () => {
    const rows: Row[] = [
      { name: "Ext One", phone: "(512) 555-0510 x12" },
      { name: "Ext Two", phone: "(512) 555-0510 x13" },
    ]
    const made = await send("customers", rows)
    expect(made).toMatchObject({ made: 2 })
    expect(made.rows[0].in_notes).toEqual(["(512) 555-0510 x12"])
    expect(await send("customers", rows)).toMatchObject({ made: 0, unchanged: 2 })
    const { body } = await service.api("GET", `/customers/${made.rows[0].id}`)
    expect(body.data).toMatchObject({
      ...{ phone: "+15125550510", notes: "(512) 555-0510 x12" },
      contacts: [{ identifies: false }],
    })
    const visit = { appointment_type: "Boiler service", provider: "Ana Ruiz", start_time: "2027-06-22 09:00" }
    const [first] = (await send("appointments", [{ ...visit, ...rows[0] }])).rows
    const appointment = (await service.api("GET", `/appointments/${first.id}`)).body.data
    expect(appointment.customer_id).toBe(made.rows[0].id)
  })
})

describe("providers", () => {
  it("DX-06 are made with their hours and types, and recognised by their names", async () => {
    const rows: Row[] = [
      {
        name: "Cleo Ng",
        appointment_types: "boiler service",
        monday: "9:00-12:00, 13:00-17:00",
        sunday: "22:00-02:00",
      },
      { name: "ANA RUIZ" },
      { name: "Dee", monday: "9-5" },
      { name: "Eve", appointment_types: "Boiler service; Massage" },
      { name: "Flo", monday: "09:00-12:00,11:00-13:00" },
    ]
    const dry = await send("providers", rows, { dry_run: true })
    const made = await send("providers", rows)
    expect(fatesOf(made)).toEqual(["made", "unchanged", "refused", "refused", "refused"])
    expect(fatesOf(dry)).toEqual(fatesOf(made))
    expect(reasonsOf(made).slice(2)).toEqual([
      ["invalid_input", "monday"],
      ["not_found", "appointment_types"],
      ["invalid_input", "monday"],
    ])
    const { body } = await service.api("GET", `/providers/${made.rows[0].id}`)
    expect(body.data).toMatchObject({ name: "Cleo Ng", appointment_type_ids: [story.typeId] })
    expect(body.data.weekly_hours).toEqual([
      { location_id: story.locationId, weekday: 1, start: "09:00", end: "12:00" },
      { location_id: story.locationId, weekday: 1, start: "13:00", end: "17:00" },
      { location_id: story.locationId, weekday: 7, start: "22:00", end: "02:00" },
    ])
    expect(await send("providers", rows)).toMatchObject({ made: 0, unchanged: 2, refused: 3 })
  })
})

describe("appointments", () => {
  const common = { appointment_type: "Boiler service", provider: "Ben Okafor" }

  it("CL-04 of a type that takes several come with those whom the row names, else with those who are free", async () => {
    const pairId = await makeType(service, { name: "Piano", duration_minutes: 60, needs: { providers: 2 } })
    const hours = { appointment_type_ids: [pairId], weekly_hours: weekdays(story.locationId) }
    const ids: Record<string, number> = {}
    for (const name of ["Dora", "Emil", "Fay"]) ids[name] = await makeProvider(service, { name, ...hours })
    const row = (start_time: string, other_providers: string, nth: number) => ({
      ...{
        appointment_type: "Piano",
        provider: "Dora",
        start_time: `2027-04-05 ${start_time}`,
        other_providers,
      },
      ...{ name: `Pia ${nth}`, email: `pia${nth}@example.com` },
    })
    const rows = [
      row("10:00", "Fay", 1),
      row("11:00", "", 2),
      // Emil and Dora are at the one before, so that no provider is left for Fay.
      { ...row("11:30", "", 3), provider: "Fay" },
      { ...row("10:00", "Fay", 4), provider: "Emil" },
      row("12:00", "Emil; Fay", 5),
      row("12:00", "Ben Okafor", 6),
      row("12:00", "Dora", 7),
      row("12:00", "Nobody", 8),
    ]
    const dry = await send("appointments", rows, { dry_run: true })
    const answer = await send("appointments", rows)
    expect(reasonsOf(answer)).toEqual([
      null,
      null,
      null,
      ["slot_taken", "other_providers"],
      ...["invalid_input", "time_not_offered", "invalid_input", "not_found"].map((code) => [
        code,
        "other_providers",
      ]),
    ])
    expect(fatesOf(dry)).toEqual(fatesOf(answer))
    const crews = answer.rows.slice(0, 3).map(async ({ id }: { id: number }) => {
      const { body } = await service.api("GET", `/appointments/${id}`)
      return (body.data.providers ?? [body.data.provider]).map((one: { name: string }) => one.name)
    })
    expect(await Promise.all(crews)).toEqual([["Dora", "Fay"], ["Dora", "Emil"], ["Fay"]])
  })

  it("DX-06 keep the hour of their location's clock, and one that the clock skips or repeats is refused", async () => {
    const rows = [
      "2027-03-09 10:10",
      "2027-03-23 09:00",
      "2027-03-14 02:30",
      "2027-11-07 01:30",
      "2027-11-07T01:30-06:00",
    ]
    const answer = await send(
      "appointments",
      rows.map((start_time, index) => ({
        ...common,
        start_time,
        name: `Hour ${index}`,
        email: `hour${index}@example.com`,
      })),
    )
    expect(answer.rows.map((row: { start_time: string | null }) => row.start_time)).toEqual([
      "2027-03-09T16:10:00.000Z",
      "2027-03-23T14:00:00.000Z",
      null,
      null,
      "2027-11-07T07:30:00.000Z",
    ])
    expect(reasonsOf(answer)).toEqual([
      null,
      null,
      ["invalid_input", "start_time"],
      ["invalid_input", "start_time"],
      null,
    ])
    const { body } = await service.api("GET", `/appointments/${answer.rows[0].id}`)
    expect(body.data).toMatchObject({
      end_time: "2027-03-09T17:10:00.000Z",
      timezone: "America/Chicago",
      booked_by: "api",
    })
    const byOffice = await send(
      "appointments",
      [{ ...common, start_time: "2027-03-09 09:00", name: "Zed", email: "zed@example.com" }],
      {
        timezone: "America/New_York",
      },
    )
    expect(byOffice.rows[0].start_time).toBe("2027-03-09T14:00:00.000Z")
  })

  it("DX-06 never overlap, are skipped when over or cancelled, and find or make their customers", async () => {
    const rows: Row[] = [
      {
        ...common,
        external_ref: "c-1",
        start_time: "2027-03-10 09:00",
        minutes: "90",
        name: "New One",
        email: "new1@example.com",
        notes: "ring twice",
      },
      {
        ...common,
        external_ref: "c-2",
        start_time: "2027-03-10 10:00",
        name: "New Two",
        email: "new2@example.com",
      },
      {
        ...common,
        external_ref: "c-3",
        date: "2027-03-10",
        time: "2 pm",
        name: "Sam P.",
        phone: "(512) 555-0123",
      },
      {
        ...common,
        external_ref: "c-4",
        start_time: "2026-03-10 14:00",
        provider: "Left Long Ago",
        name: "Old",
        email: "o@example.com",
      },
      {
        ...common,
        external_ref: "c-5",
        start_time: "2027-03-11 14:00",
        cancelled: "true",
        name: "Off",
        email: "o@example.com",
      },
      {
        ...common,
        external_ref: "c-6",
        start_time: "2027-03-11 14:00",
        provider: "Who",
        name: "Off",
        email: "o@example.com",
      },
      {
        ...common,
        external_ref: "c-7",
        start_time: "2027-03-11 14:00",
        end_time: "2027-03-11 13:00",
        name: "Off",
        email: "o@example.com",
      },
    ]
    const before = await count("customer")
    const dry = await send("appointments", rows, { dry_run: true })
    const made = await send("appointments", rows)
    const fates = ["made", "refused", "made", "skipped", "skipped", "refused", "refused"]
    expect(fatesOf(dry)).toEqual(fates)
    expect(fatesOf(made)).toEqual(fates)
    expect(reasonsOf(made)).toEqual([
      null,
      ["slot_taken", "start_time"],
      null,
      ["past", null],
      ["cancelled", null],
      ["not_found", "provider"],
      ["invalid_input", "end_time"],
    ])
    // New Two's appointment was refused, so its customer was not made.
    expect(await count("customer")).toBe(before + 1)
    const first = (await service.api("GET", `/appointments/${made.rows[0].id}`)).body.data
    expect(first).toMatchObject({ end_time: "2027-03-10T16:30:00.000Z", notes: "ring twice" })
    expect((await service.api("GET", `/appointments/${made.rows[2].id}`)).body.data.customer_id).toBe(
      story.customerId,
    )

    // Moved and cancelled here since: another run leaves both as they are.
    await service.api("POST", `/appointments/${made.rows[0].id}/reschedule`, {
      start_time: "2027-03-12T15:00:00.000Z",
      override_eligibility: true,
    })
    await service.api("POST", `/appointments/${made.rows[2].id}/cancel`, {})
    const again = await send("appointments", rows)
    expect(again).toMatchObject({ made: 1, unchanged: 2 })
    expect(again.rows[0]).toMatchObject({ id: made.rows[0].id, differs: ["start_time"] })
    expect(again.rows[2]).toMatchObject({ fate: "unchanged", id: made.rows[2].id })
  })

  it("DX-06 without ids of theirs are known again by customer, provider and start, also those that staff booked", async () => {
    const customer = await makeCustomer(service, { name: "Ivy", email: "ivy@example.com" })
    await make(service, "/appointments", {
      customer_id: customer,
      appointment_type_id: story.typeId,
      provider_id: story.benId,
      start_time: "2027-03-15T14:00:00.000Z",
    })
    const rows = [
      { ...common, start_time: "2027-03-15 09:00", name: "Ivy", email: "IVY@example.com" },
      { ...common, start_time: "2027-03-15 11:00", name: "Ivy", email: "ivy@example.com" },
      { ...common, start_time: "2027-03-15 11:00", name: "Ivy", email: "ivy@example.com" },
    ]
    expect(fatesOf(await send("appointments", rows, { dry_run: true }))).toEqual([
      "unchanged",
      "made",
      "unchanged",
    ])
    expect(fatesOf(await send("appointments", rows))).toEqual(["unchanged", "made", "unchanged"])
    expect(fatesOf(await send("appointments", rows))).toEqual(["unchanged", "unchanged", "unchanged"])
  })

  it("DX-06 ask for the location where a provider works at several, and for an address where one is needed", async () => {
    const other = await makeLocation(service, { name: "Airport" })
    const visit = await makeType(service, { name: "Visit", place: "at_customer" })
    const hours = [...weekdays(story.locationId, "09:00", "12:00"), ...weekdays(other, "13:00", "17:00")]
    await makeProvider(service, { name: "Gus", appointment_type_ids: [visit], weekly_hours: hours })
    const row = {
      appointment_type: "Visit",
      provider: "Gus",
      start_time: "2027-03-16 09:00",
      name: "Far",
      email: "far@example.com",
    }
    const address = { line1: "9 Far Rd", city: "Austin", state: "TX", postal_code: "78799" }
    const answer = await send("appointments", [
      row,
      { ...row, location: "airport" },
      { ...row, location: "airport", ...address },
    ])
    expect(reasonsOf(answer)).toEqual([["invalid_input", "location"], ["address_needed", "line1"], null])
    const { body } = await service.api("GET", `/appointments/${answer.rows[2].id}`)
    expect(body.data).toMatchObject({ address: { line1: "9 Far Rd" }, location: { name: "Airport" } })
    await service.api("DELETE", `/locations/${other}`)
  })

  it("DX-06 are listed as events, are delivered only when asked for, and send no text", async () => {
    const endpoint = await makeEndpoint(service)
    const row = (hour: string) => ({
      ...common,
      location: "Downtown",
      start_time: `2027-03-17 ${hour}`,
      name: "Sam",
      phone: "+15125550123",
    })
    const quiet = await send("appointments", [row("09:00")])
    const loud = await send("appointments", [row("11:00")], { deliver_events: true })
    const events = (await service.events()).body.data.filter(
      ({ type }: { type: string }) => type === "appointment.created",
    )
    const about = events.map(({ data }: { data: { appointment: { id: number } } }) => data.appointment.id)
    expect(about).toEqual(expect.arrayContaining([quiet.rows[0].id, loud.rows[0].id]))
    const { body } = await service.api("GET", `/webhook-endpoints/${endpoint.id}/deliveries`)
    expect(body.data).toHaveLength(1)
    expect(await count("text_message")).toBe(0)
  })
})

describe("the command", () => {
  async function run(file: string, kind: string, more: readonly string[] = []) {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    if (!vi.isMockFunction(process.stderr.write)) vi.spyOn(process.stderr, "write").mockReturnValue(true)
    const args = [file, "--kind", kind, "--url", service.apiUrl, "--key", service.key, "--json", ...more]
    await importFile.run(args, () => {
      throw new Error("it needs no settings")
    })
    const printed = write.mock.calls.map(([words]) => String(words)).join("")
    write.mockRestore()
    return JSON.parse(printed)
  }

  it("DX-06 imports a file, says what became of each row in a file, and disarms formulas in it", async () => {
    const file = join(directory.path, "customers.csv")
    const results = join(directory.path, "results.csv")
    writeFileSync(file, "\ufeffKunde;Mail;Tel\r\nUma;uma@example.com;(512) 555-0301\r\n=1+1;x;\r\n")
    const args = [
      "--column",
      "name=Kunde",
      "--column",
      "email=Mail",
      "--column",
      "phone=Tel",
      "--results",
      results,
    ]
    expect(await run(file, "customers", [...args, "--dry-run"])).toMatchObject({ made: 1, refused: 1 })
    expect(await run(file, "customers", args)).toMatchObject({
      made: 1,
      refusals: [{ row: 2, code: "invalid_input" }],
    })
    expect(process.exitCode).toBe(1)
    expect(await run(file, "customers", args)).toMatchObject({ made: 0, unchanged: 1 })
    const again = join(directory.path, "mended.csv")
    writeFileSync(again, readFileSync(results, "utf8").replace("'=1+1,x", "Una,una@example.com"))
    expect(await run(again, "customers", args.slice(0, 6))).toMatchObject({
      made: 1,
      unchanged: 1,
      refused: 0,
    })
    const written = readCsv(readFileSync(results, "utf8")).map(({ cells }) => cells)
    expect(written[0]).toEqual([
      ...["Kunde", "Mail", "Tel", "fate", "id", "field", "reason", "differs"],
      ...["in_notes", "opted_out"],
    ])
    expect(written[2]!.slice(0, 6)).toEqual(["'=1+1", "x", "", "refused", "", "email"])
    await expect(run(file, "customers")).rejects.toThrow("The columns of the file are not known")
    writeFileSync(file, Buffer.from("504b03041400060008", "hex"))
    await expect(run(file, "customers")).rejects.toThrow("is not a CSV file: save the table as CSV")
    writeFileSync(file, 'name,phone\nSam Poe,"(512) 555-0123\nKim Lee,\n')
    await expect(run(file, "customers")).rejects.toThrow("line 2: a quote is opened and never closed")
  })

  it("CW-12 DX-06 reads UTF-16 by its mark with titles above, and names the columns that are not taken before anything is written", async () => {
    const file = join(directory.path, "unicode.csv")
    const text =
      '\ufeffOur customers\r\nname\tphone\tShoe size\t\r\n"Vega, José"\t(512) 555-0381\t43\t\r\nLee\t(512) 555-0382\t\tlate\r\n'
    writeFileSync(file, Buffer.from(text, "utf16le"))
    const before = await count("customer")
    const made: unknown[] = []
    vi.spyOn(process.stderr, "write").mockImplementation((words) => {
      // So many requests were sent by then.
      made.push(String(words), sends.mock.calls.length)
      return true
    })
    const sends = vi.spyOn(globalThis, "fetch")
    expect(await run(file, "customers")).toMatchObject({
      made: 2,
      columns_not_taken: ["Shoe size", "(D)"],
    })
    expect(made).toEqual(["Columns that are not taken: Shoe size, (D)\n", 0])
    expect(sends.mock.calls.length).toBeGreaterThan(0)
    expect(Number(await count("customer"))).toBe(Number(before) + 2)
    const [jose] = (await service.api("GET", "/customers?search=jose%20vega")).body.data
    expect(jose).toMatchObject({ first_name: "José", last_name: "Vega", phone: "+15125550381" })
  })

  it("CW-12 writes nothing of a file that can't be read to its end", async () => {
    const file = join(directory.path, "open.csv")
    const people = Array.from({ length: 1_200 }, (_, index) =>
      csvLine([`Open ${index}`, `o${index}@open.example`]),
    )
    writeFileSync(file, `name,email\n${people.join("")}"Never closed,n@open.example\n`)
    const sends = vi.spyOn(globalThis, "fetch")
    await expect(run(file, "customers")).rejects.toThrow("a quote is opened and never closed")
    expect(sends.mock.calls.filter(([url]) => String(url).includes("/imports/"))).toEqual([])
  })

  it.each(exportsOfOthers.map((each) => [each.name, each] as const))(
    "CW-12 imports %s by command, and names what of it is not taken",
    async (name, { kind, columns = {}, same = {}, matches = {}, dates, fates, people }) => {
      const file = pathOfExport(name)
      const said = [
        ...Object.entries(columns).flatMap(([cell, title]) => ["--column", `${cell}=${title}`]),
        ...Object.entries(same).flatMap(([cell, text]) => ["--set", `${cell}=${text}`]),
        ...Object.entries(matches).flatMap(([cell, pairs]) =>
          Object.entries(pairs).flatMap(([theirs, ours]) => ["--match", `${cell}:${theirs}=${ours}`]),
        ),
        ...(dates ? ["--dates", dates] : []),
      ]
      const before = Number(await count("customer"))
      const dry = await run(file, kind, [...said, "--dry-run"])
      expect(dry).toMatchObject({ refused: 0, ...fates })
      expect(Number(await count("customer"))).toBe(before)
      const made = await run(file, kind, said)
      expect(made).toMatchObject({ refused: 0, ...fates, columns_not_taken: dry.columns_not_taken })
      expect(made.columns_not_taken.length).toBeGreaterThan(0)
      expect(await run(file, kind, said)).toMatchObject({ made: 0 })
      expect(Number(await count("customer"))).toBe(before + people.length)
    },
  )

  it("DX-06 goes on behind a kill in the middle of a file, and nothing is there twice", async () => {
    const file = join(directory.path, "many.csv")
    const people = Array.from({ length: 2_600 }, (_, index) =>
      csvLine([`Person ${index}`, `person${index}@many.example`]),
    )
    writeFileSync(file, `name,email\r\n${people.join("")}`)
    const made = async () =>
      (await service.context.db.first<{ count: number }>(
        "SELECT count(*) FROM customer WHERE company_id = $1 AND email LIKE '%@many.example'",
        [service.companyId],
      ))!.count
    const bin = join(import.meta.dirname, "../../bin/cli.js")
    const { PATH = "", HOME = "" } = process.env
    const args = [bin, "import", file, "--kind", "customers", "--url", service.apiUrl, "--key", service.key]
    const child = spawn(process.execPath, args, { env: { PATH, HOME }, stdio: "ignore", detached: true })
    await expect.poll(made, { interval: 5 }).toBeGreaterThan(0)
    process.kill(-child.pid!, "SIGKILL")
    await once(child, "exit")
    expect(await made()).toBeLessThan(people.length)
    expect(await run(file, "customers")).toMatchObject({ refused: 0 })
    expect(await made()).toBe(people.length)
    expect(await run(file, "customers")).toMatchObject({ made: 0, unchanged: people.length })
  })
})

it("CL-07 DX-06 a row of a class takes seats of the session on the board, and is refused without one or with too few", async () => {
  const typeId = await makeType(service, {
    name: "Pilates",
    duration_minutes: 50,
    seats: 3,
    min_notice_minutes: 0,
  })
  const offered = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) }
  const leadId = await makeProvider(service, { name: "Uma Reed", ...offered })
  const session = { appointment_type_id: typeId, provider_ids: [leadId], location_id: story.locationId }
  await make(service, "/class-sessions", { ...session, start_time: "2027-03-26T23:30:00.000Z" })
  const row = { appointment_type: "Pilates", provider: "Uma Reed", start_time: "2027-03-26T23:30:00Z" }
  const rows = [
    { ...row, email: "one@example.com", name: "Ona Li", seats: "2" },
    { ...row, email: "two@example.com", name: "Tom Li" },
    { ...row, email: "three@example.com", name: "Eva Li" },
    { ...row, email: "four@example.com", name: "Leo Li", start_time: "2027-03-26T22:30:00Z" },
    { ...row, email: "five@example.com", name: "Mo Li", seats: "none" },
  ]
  const fates = ["made", "made", "refused", "refused", "refused"]
  const reasons = [
    null,
    null,
    ["time_not_offered", "seats"],
    ["time_not_offered", "start_time"],
    ["invalid_input", "seats"],
  ]
  for (const dry_run of [true, false]) {
    const answer = await send("appointments", rows, { dry_run })
    expect([fatesOf(answer), reasonsOf(answer)]).toEqual([fates, reasons])
  }
  expect(fatesOf(await send("appointments", rows))).toEqual(["unchanged", "unchanged", ...fates.slice(2)])
  const { body } = await service.api("GET", `/class-sessions?appointment_type_id=${typeId}`)
  expect(body.data).toMatchObject([{ seats: 3, seats_taken: 3 }])
})
