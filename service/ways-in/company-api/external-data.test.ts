/** Other systems' data on the company's records: their ids, and pairs of their own. */
import { describe, expect, it } from "vitest"
import { createClient } from "../../../sdk/src/index.ts"
import { service, shareOneStory, story } from "../../../test/support/one-story.ts"
import { make } from "../../../test/support/story.ts"

shareOneStory()

const get = (path: string) => service.api("GET", path)
const put = (path: string, body: object) => service.api("PUT", path, body)

/** How one record of each noun is made, and where its noun is listed. */
const nouns: Record<string, { list: string; fields(): object }> = {
  customer: { list: "/customers", fields: () => ({ name: "Sam Poe" }) },
  location: { list: "/locations", fields: () => ({ name: "North", timezone: "America/Chicago" }) },
  type: { list: "/appointment-types", fields: () => ({ name: "Check", duration_minutes: 30 }) },
  provider: { list: "/providers", fields: () => ({ name: "Kim" }) },
  request: {
    list: "/scheduling-requests",
    fields: () => ({
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-31",
    }),
  },
  appointment: {
    list: "/appointments",
    fields: () => ({
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.benId,
      start_time: "2027-03-02T16:00:00.000Z",
    }),
  },
}

const idsOf = async (path: string) => (await get(path)).body.data.map(({ id }: { id: number }) => id)

describe("external data", () => {
  it.each(Object.entries(nouns))(
    "IN-01 a %s carries an external_ref and metadata, and lists find it by both",
    async (noun, { list, fields }) => {
      const carried = { external_ref: `${noun}-1`, metadata: { stage: "won", "crm id": `${noun} é` } }
      const { id } = await make(service, list, { ...fields(), ...carried })
      expect((await get(`${list}/${id}`)).body.data).toMatchObject(carried)
      expect(await idsOf(`${list}?external_ref=${noun}-1`)).toEqual([id])
      const pair = `metadata[${encodeURIComponent("crm id")}]=${encodeURIComponent(`${noun} é`)}`
      expect(await idsOf(`${list}?${pair}`)).toEqual([id])
      expect(await idsOf(`${list}?${pair}&metadata[stage]=won`)).toEqual([id])
      expect(await idsOf(`${list}?${pair}&metadata[stage]=lost`)).toEqual([])
      const changed = await put(`${list}/${id}`, { metadata: { stage: null, score: "7" } })
      expect(changed.body.data.metadata).toEqual({ "crm id": `${noun} é`, score: "7" })
      expect(changed.body.data.external_ref).toBe(`${noun}-1`)
      const emptied = await put(`${list}/${id}`, { metadata: null, external_ref: null })
      expect(emptied.body.data).toMatchObject({ metadata: {}, external_ref: null })
      expect(await idsOf(`${list}?external_ref=${noun}-1`)).toEqual([])
    },
  )

  it("IN-01 a list in each order of requests narrows by metadata, and several pages follow one another", async () => {
    const metadata = { batch: "b1" }
    const ids: number[] = []
    for (let each = 0; each < 3; each += 1) {
      const { id: customer_id } = await make(service, "/customers", { name: "Kit Orr", metadata })
      const request = { ...nouns.request!.fields(), customer_id, metadata }
      ids.push((await make(service, "/scheduling-requests", request)).id)
    }
    for (const order of ["oldest", "newest", "latest_date"]) {
      const path = `/scheduling-requests?metadata[batch]=b1&order=${order}&limit=2`
      const first = (await get(path)).body
      const second = (await get(`${path}&cursor=${first.next_cursor}`)).body
      const found = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
      expect(found).toEqual(order === "newest" ? ids.toReversed() : ids)
    }
  })

  it("IN-01 at most 50 pairs of 40 and 500 characters are kept, and what cannot be filtered by is refused", async () => {
    const { id } = await make(service, "/customers", { name: "Max Poe" })
    const pairs = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${from + nth}`, "v"]))
    expect((await put(`/customers/${id}`, { metadata: pairs(0, 51) })).status).toBe(400)
    expect((await put(`/customers/${id}`, { metadata: pairs(0, 50) })).status).toBe(200)
    const over = await put(`/customers/${id}`, { metadata: { more: "x" } })
    expect([over.status, over.body.error.field]).toEqual([400, "metadata"])
    const swapped = await put(`/customers/${id}`, { metadata: { k0: null, more: "x" } })
    expect(Object.keys(swapped.body.data.metadata)).toHaveLength(50)
    const wrong = [{ ["k".repeat(41)]: "v" }, { k1: "v".repeat(501) }, { "a[b": "v" }, { k1: 7 }, { "": "v" }]
    for (const metadata of wrong)
      expect((await put(`/customers/${id}`, { metadata })).status, JSON.stringify(metadata)).toBe(400)
    expect((await get("/users?metadata[k]=v")).status).toBe(400)
    expect((await get("/customers?metadata=v")).status).toBe(400)
  })

  it("IN-01 events carry what there is and nothing where there is none, and the same pairs change nothing", async () => {
    const { id } = await make(service, "/customers", { name: "Ida Fox", metadata: { tier: "gold" } })
    const before = (await get(`/customers/${id}`)).body.data.version
    const same = await put(`/customers/${id}`, { metadata: { tier: "gold" } })
    expect(same.body.data.version).toBe(before)
    const booking = { ...nouns.appointment!.fields(), customer_id: id, provider_id: story.anaId }
    await make(service, "/appointments", { ...booking, external_ref: "job-1", metadata: { van: "2" } })
    const { body } = await service.events()
    const { appointment, customer } = body.data.at(-1).data
    expect(appointment).toMatchObject({ external_ref: "job-1", metadata: { van: "2" } })
    expect(customer.metadata).toEqual({ tier: "gold" })
    await make(service, "/appointments", {
      ...nouns.appointment!.fields(),
      start_time: "2027-03-03T16:00:00.000Z",
    })
    const plain = (await service.events()).body.data.at(-1).data
    expect([plain.appointment, plain.customer].map((each) => "metadata" in each)).toEqual([false, false])
  })

  it("IN-01 each appointment of several at once and of a series carries it", async () => {
    const carried = { external_ref: "order-5", metadata: { channel: "shop" } }
    const { typeId, customerId: customer_id, anaId: provider_id } = story
    const start_time = "2027-03-09T15:00:00.000Z"
    const together = await make(service, "/appointments", {
      ...{ customer_id, provider_id, start_time, ...carried },
      appointment_type_ids: [typeId, typeId],
    })
    expect(together.appointments).toMatchObject([carried, carried])
    const series = await service.api("POST", "/series", {
      ...{ customer_id, provider_id, start_time: "2027-03-10T15:00:00.000Z", ...carried },
      ...{ appointment_type_id: typeId, every: { weeks: 1 }, count: 2 },
    })
    expect(series.status).toBe(200)
    expect(await idsOf("/appointments?external_ref=order-5")).toHaveLength(4)
  })

  it("IN-01 an erasure takes it away, and the export before gives it", async () => {
    const carried = { metadata: { allergy: "nuts" } }
    const { id } = await make(service, "/customers", { name: "Eva Ray", ...carried })
    const booking = {
      ...nouns.appointment!.fields(),
      customer_id: id,
      start_time: "2027-03-16T15:00:00.000Z",
    }
    const { id: appointmentId } = await make(service, "/appointments", { ...booking, ...carried })
    const { body } = await get(`/customers/${id}/export`)
    expect(body.data.customer).toMatchObject(carried)
    expect(body.data.appointments).toMatchObject([carried])
    await service.api("POST", `/appointments/${appointmentId}/cancel`, {})
    expect((await service.api("DELETE", `/customers/${id}?erase=true`)).status).toBe(200)
    expect((await get(`/appointments/${appointmentId}`)).body.data.metadata).toEqual({})
    expect(JSON.stringify((await service.events()).body)).not.toContain("nuts")
  })

  it("IN-01 the SDK filters by a pair", async () => {
    const { id } = await make(service, "/providers", { name: "Lou", metadata: { "payroll no": "a&b=c" } })
    const client = createClient({ baseUrl: service.apiUrl, apiKey: service.key })
    const { data } = await client.listProviders({ metadata: { "payroll no": "a&b=c" } })
    expect(data.map((provider) => provider.id)).toEqual([id])
  })
})
