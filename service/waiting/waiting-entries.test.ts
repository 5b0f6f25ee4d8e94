/** The waiting list over HTTP: joining, changing, leaving, and what a customer's own link shows. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../../test/support/story.ts"

let service: TestService
let story: Story
beforeEach(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
})
afterEach(() => service.stop())

const wishOf = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  latest_date: "2027-03-20",
  ...fields,
})
const join = (fields: object = {}) => service.api("POST", "/waiting-entries", wishOf(fields))
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]
const stateOf = async (id: number) => (await service.api("GET", `/waiting-entries/${id}`)).body.data.state

interface Joined {
  entryId: number
  waitUrl: string
}

interface LinkAnswer {
  status: number
  data: {
    entry: Record<string, unknown>
    offer: unknown
    customer: object
  }
  code: string | undefined
}
async function byLink(url: string, method: string, path = "", body?: object): Promise<LinkAnswer> {
  const response = await fetch(`${service.bookUrl}/api/waiting${path}`, {
    method,
    headers: { "x-waiting-token": url.split("/").at(-1)!, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as { data: LinkAnswer["data"]; error?: { code: string } }
  return { status: response.status, data: answer.data, code: answer.error?.code }
}

describe("an entry of the waiting list", () => {
  it("WL-01 is made for a customer by the API, listed, changed, and taken off, each told as an event", async () => {
    const made = await join({ weekdays: [3, 1], parts_of_day: ["morning"], priority: 2 })
    expect(made.status).toBe(201)
    const { id, wait_url } = made.body.data
    expect(wait_url).toMatch(/\/w\/[\w-]{24}$/)
    expect(made.body.data).toMatchObject({
      state: "waiting",
      customer: { id: story.customerId, name: "Sam Poe" },
      earliest_date: "2027-03-01",
      latest_date: "2027-03-20",
      weekdays: [1, 3],
      channels: ["sms", "mail"],
      made_by: "api",
      times_asked: 0,
    })
    const listed = await service.api("GET", "/waiting-entries?state=waiting")
    expect(listed.body.data.map((entry: { id: number }) => entry.id)).toEqual([id])
    const changed = await service.api("PUT", `/waiting-entries/${id}`, { parts_of_day: null, if_version: 1 })
    expect(changed.body.data).toMatchObject({ parts_of_day: null, weekdays: [1, 3], version: 2 })
    const late = await service.api("PUT", `/waiting-entries/${id}`, { priority: 1, if_version: 1 })
    expect(codeOf(late)).toEqual([409, "version_conflict", undefined])
    const left = await service.api("DELETE", `/waiting-entries/${id}`)
    expect(left.body.data).toMatchObject({ state: "withdrawn", wait_url: null })
    expect(codeOf(await service.api("DELETE", `/waiting-entries/${id}`))).toEqual([
      409,
      "entry_ended",
      undefined,
    ])
    const changedLate = await service.api("PUT", `/waiting-entries/${id}`, { priority: 1 })
    expect(codeOf(changedLate)).toEqual([409, "entry_ended", undefined])
    const told = await service.context.db.query<{ type: string; state: string }>(
      `SELECT type, data->'waiting_entry'->>'state' AS state FROM event
       WHERE company_id = $1 AND type LIKE 'waiting_entry.%' ORDER BY id`,
      [service.companyId],
    )
    expect(told.map(({ type, state }) => [type, state])).toEqual([
      ["waiting_entry.created", "waiting"],
      ["waiting_entry.ended", "withdrawn"],
    ])
  })

  it("WL-01 a second one for the same type and dates changes the first, and a sixth is refused", async () => {
    const first = (await join({ weekdays: [1] })).body.data
    const second = (await join({ weekdays: [2] })).body.data
    expect(second).toMatchObject({ id: first.id, weekdays: [2], wait_url: first.wait_url })
    for (const day of [21, 22, 23, 24])
      expect((await join({ latest_date: `2027-03-${day}` })).status).toBe(201)
    expect(codeOf(await join({ latest_date: "2027-03-25" }))).toEqual([
      409,
      "too_many_waiting_entries",
      undefined,
    ])
    const sameDates = await service.api("PUT", `/waiting-entries/${first.id}`, { latest_date: "2027-03-21" })
    expect(codeOf(sameDates)).toEqual([400, "invalid_input", "latest_date"])
  })

  it("WL-01 asks for dates that can come, and for records of the company's own", async () => {
    expect(codeOf(await join({ latest_date: "2027-02-28" }))).toEqual([400, "invalid_input", "latest_date"])
    const turned = { earliest_date: "2027-03-10", latest_date: "2027-03-09" }
    expect(codeOf(await join(turned))).toEqual([400, "invalid_input", "latest_date"])
    expect(codeOf(await join({ customer_id: 999 }))).toEqual([404, "not_found", "customer_id"])
    expect(codeOf(await join({ appointment_type_id: 999 }))).toEqual([
      404,
      "not_found",
      "appointment_type_id",
    ])
    expect(codeOf(await join({ provider_ids: [999] }))).toEqual([404, "not_found", "provider_ids[0]"])
    expect(codeOf(await join({ location_ids: [999] }))).toEqual([404, "not_found", "location_ids[0]"])
    const off = await makeType(service, { active: false })
    expect(codeOf(await join({ appointment_type_id: off }))).toEqual([409, "type_not_bookable", undefined])
  })

  it("WL-01 WL-04 for an earlier time names an appointment of the customer and the type that is still to come", async () => {
    const booking = { ...wishOf(), provider_id: story.anaId, start_time: "2027-03-10T16:00:00.000Z" }
    const { latest_date: _, ...fields } = booking
    const { id } = await make(service, "/appointments", fields)
    const { body } = await join({ appointment_id: id })
    expect(body.data.appointment_id).toBe(id)
    const other = await makeCustomer(service, { name: "Joan Petit" })
    expect(codeOf(await join({ customer_id: other, appointment_id: id }))).toEqual([
      404,
      "not_found",
      "appointment_id",
    ])
    await service.api("POST", `/appointments/${id}/cancel`, {})
    const cancelled = await join({ appointment_id: id, latest_date: "2027-03-21" })
    expect(codeOf(cancelled)).toEqual([409, "appointment_not_scheduled", undefined])
  })

  it("WL-01 a visitor whose number was verified joins, and the box that was ticked is a consent to texts", async () => {
    await openPublicPage(service, story)
    const visitor = visitorOf(service)
    const sent = { typeId: story.typeId, latestDate: "2027-03-20", weekdays: [5], textOffers: true }
    expect((await visitor.send<Joined>("POST", "/waiting-entries", sent)).status).toBe(401)
    await visitor.proves("+15125550123")
    const joined = await visitor.send<Joined>("POST", "/waiting-entries", sent)
    expect(joined.status).toBe(201)
    const entry = await service.api("GET", `/waiting-entries/${joined.data.entryId}`)
    expect(entry.body.data).toMatchObject({ made_by: "public", weekdays: [5], wait_url: joined.data.waitUrl })
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    expect(JSON.stringify(body.data.contacts)).toContain("public_page")
    const stranger = visitorOf(service)
    await stranger.proves("+15125550199")
    expect((await stranger.send("POST", "/waiting-entries", sent)).status).toBe(409)
  })

  it("WL-01 nobody joins by a page or a link whom no offer could reach, and the refusal names the box that would help", async () => {
    await openPublicPage(service, story)
    const visitor = visitorOf(service)
    await visitor.proves("+15125550123")
    const send = (fields: object) =>
      visitor.send<Joined>("POST", "/waiting-entries", {
        ...{ typeId: story.typeId, latestDate: "2027-03-20" },
        ...fields,
      })
    const refusalOf = async (fields: object) => {
      const { status, error } = await send(fields)
      return [status, error?.code, error?.field]
    }
    expect(await refusalOf({})).toEqual([400, "invalid_input", "textOffers"])
    // The company sends no mails.
    expect(await refusalOf({ mailOffers: true })).toEqual([400, "invalid_input", "textOffers"])
    const { body } = await service.api("GET", "/waiting-entries")
    expect(body.data).toEqual([])
    expect((await send({ textOffers: true })).status).toBe(201)
    // They agreed before.
    expect((await send({ latestDate: "2027-03-21" })).status).toBe(201)
  })

  it("WL-04 WL-01 an entry for an earlier time ends with its appointment: by a cancel, and once it has taken place", async () => {
    const booked = async (startTime: string) => {
      const { id } = await make(service, "/appointments", {
        ...{ customer_id: story.customerId, appointment_type_id: story.typeId },
        ...{ provider_id: story.anaId, start_time: startTime },
      })
      const entry = await join({ appointment_id: id, latest_date: startTime.slice(0, 10) })
      return { id, entryId: entry.body.data.id }
    }
    const [first, second] = [
      await booked("2027-03-10T16:00:00.000Z"),
      await booked("2027-03-11T16:00:00.000Z"),
    ]
    await service.api("POST", `/appointments/${first.id}/cancel`, {})
    expect([await stateOf(first.entryId), await stateOf(second.entryId)]).toEqual(["withdrawn", "waiting"])
    service.clock.set("2027-03-11T18:00:00.000Z")
    expect((await service.api("POST", `/appointments/${second.id}/complete`, {})).status).toBe(200)
    expect(await stateOf(second.entryId)).toBe("expired")
    const told = await service.context.db.query<{ state: string }>(
      `SELECT data->'waiting_entry'->>'state' AS state FROM event
       WHERE company_id = $1 AND type = 'waiting_entry.ended' ORDER BY id`,
      [service.companyId],
    )
    expect(told.map(({ state }) => state)).toEqual(["withdrawn", "expired"])
  })

  it("WL-01 the holder of a booking link joins for its type, and of a manage link for an earlier time", async () => {
    const asked = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-04-20",
    }
    const { booking_url } = await make(service, "/scheduling-requests", asked)
    const { manage_url, id } = await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service, { name: "Joan Petit" }), provider_id: story.anaId },
      ...{ appointment_type_id: story.typeId, start_time: "2027-03-10T16:00:00.000Z" },
    })
    const joinBy = async (url: unknown) => {
      const response = await fetch(`${service.bookUrl}/api/link/waiting-entry`, {
        method: "POST",
        headers: {
          "x-booking-token": String(url).split("/").at(-1)!,
          "content-type": "application/json",
        },
        body: JSON.stringify({ latestDate: "2027-03-20" }),
      })
      return ((await response.json()) as { data: { entryId: number } }).data.entryId
    }
    const read = async (entryId: number) =>
      (await service.api("GET", `/waiting-entries/${entryId}`)).body.data
    expect(await read(await joinBy(booking_url))).toMatchObject({ appointment_id: null, made_by: "link" })
    expect(await read(await joinBy(manage_url))).toMatchObject({ appointment_id: id, made_by: "link" })
  })

  it("WL-01 its customer sees it, changes it and leaves the list by its link", async () => {
    const { id, wait_url } = (await join()).body.data
    const seen = await byLink(wait_url, "GET")
    expect(seen.data).toMatchObject({
      customer: { firstName: "Sam" },
      entry: { id, state: "waiting", latestDate: "2027-03-20", keeps: null },
      offer: null,
      booked: null,
    })
    expect(JSON.stringify(seen.data)).not.toContain("Poe")
    const changed = await byLink(wait_url, "PUT", "", { partsOfDay: ["evening"], latestDate: "2027-03-25" })
    expect(changed.data.entry).toMatchObject({
      partsOfDay: ["evening"],
      latestDate: "2027-03-25",
      version: 2,
    })
    const left = await byLink(wait_url, "DELETE")
    expect(left.data.entry).toMatchObject({ state: "withdrawn" })
    expect(await stateOf(id)).toBe("withdrawn")
    const again = await byLink(wait_url, "PUT", "", { partsOfDay: null })
    expect([again.status, again.code]).toEqual([409, "entry_ended"])
    expect((await byLink("/w/nonsense", "GET")).status).toBe(404)
  })
})
