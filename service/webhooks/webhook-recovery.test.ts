import { beforeEach, describe, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make } from "../../test/support/story.ts"
import { book, deliveriesOf, dueFor, endDeliveries, makeEndpoint } from "../../test/support/webhooks.ts"
import { disableEndpoint } from "../outbox/plan-deliveries.ts"

shareOneStory()

let hour = 0
const nextTime = () =>
  new Date(
    Date.parse("2027-03-02T15:00:00Z") + Math.floor(hour / 6) * 86_400_000 + (hour++ % 6) * 3_600_000,
  ).toISOString()

let id: number
beforeEach(async () => {
  const { data } = (await service.api("GET", "/webhook-endpoints")).body
  for (const endpoint of data) await service.api("DELETE", `/webhook-endpoints/${endpoint.id}`)
  service.clock.advanceMs(1_000)
  id = (await makeEndpoint(service)).id
})

const endpoint = async () => (await service.api("GET", `/webhook-endpoints/${id}`)).body.data
const put = (body: object) => service.api("PUT", `/webhook-endpoints/${id}`, body)
const sinceStart = { since: "2027-03-01T00:00:00.000Z" }
const recover = (body: object = sinceStart) => service.api("POST", `/webhook-endpoints/${id}/recover`, body)
const bySender = (reason: "gone" | "failing") =>
  service.context.db.transaction((tx) =>
    disableEndpoint(tx, {
      companyId: service.companyId,
      endpointId: id,
      actor: { kind: "system" },
      reason,
      now: service.clock.now(),
    }),
  )

describe("an endpoint that is switched off", () => {
  it("WH-06 shows why; what waited is abandoned, what happens meanwhile is recorded but not sent", async () => {
    await book(service, story, nextTime())
    expect(await bySender("gone")).toBe(true)
    expect(await bySender("failing")).toBe(false)
    expect(await endpoint()).toMatchObject({ enabled: false, disabled_reason: "gone" })
    expect(await dueFor(service, id)).toEqual([])
    await book(service, story, nextTime())
    const log = await deliveriesOf(service, id)
    expect(log).toHaveLength(2)
    for (const delivery of log) {
      expect(delivery).toMatchObject({
        status: "abandoned",
        last_error: "endpoint_disabled",
        next_attempt_at: null,
      })
    }
    expect(await dueFor(service, id)).toEqual([])
  })

  it("WH-06 what a worker has in hand is left to it", async () => {
    await book(service, story, nextTime())
    await service.context.db.query(
      "UPDATE delivery_due SET lease_token = 't', lease_until = now() WHERE endpoint_id = $1",
      [id],
    )
    await bySender("failing")
    expect(await dueFor(service, id)).toHaveLength(1)
    expect((await deliveriesOf(service, id))[0]).toMatchObject({ status: "pending" })
  })

  it("WH-06 PUT enabled:true switches it on again and begins a new stretch", async () => {
    await bySender("failing")
    await service.context.db.query(
      `UPDATE webhook_endpoint SET first_failure_at = '2027-02-20T00:00:00Z', last_failure_at = '2027-02-20T00:00:00Z'
       WHERE company_id = $1 AND id = $2`,
      [service.companyId, id],
    )
    expect(await endpoint()).toMatchObject({ failing_since: "2027-02-20T00:00:00.000Z" })
    const on = await put({ enabled: true })
    expect(on.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
    await book(service, story, nextTime())
    expect(await dueFor(service, id)).toHaveLength(1)
  })

  it("WH-06 PUT enabled:false needs no reason, and abandons too", async () => {
    await book(service, story, nextTime())
    const off = await put({ enabled: false })
    expect(off.body.data).toMatchObject({ enabled: false, disabled_reason: null })
    expect(await dueFor(service, id)).toEqual([])
    expect((await put({ url: "https://else.example/" })).body.data).toMatchObject({ enabled: false })
  })

  it("WH-06 still gets test events, and waiting ones are not abandoned", async () => {
    await make(service, `/webhook-endpoints/${id}/test`, {})
    await put({ enabled: false })
    const second = await make(service, `/webhook-endpoints/${id}/test`, {})
    expect(second).toMatchObject({ event_type: "webhook.test", trigger: "test", status: "pending" })
    expect(await dueFor(service, id)).toHaveLength(2)
  })

  it("MD-04 may subscribe to tests, which come when they are asked for and to it alone", async () => {
    const events = ["webhook.test"]
    expect((await put({ events })).body.data).toMatchObject({ events })
    const other = await makeEndpoint(service, { events })
    expect(other).toMatchObject({ events })
    await book(service, story, nextTime())
    expect(await deliveriesOf(service, id)).toEqual([])
    await make(service, `/webhook-endpoints/${id}/test`, {})
    expect(await deliveriesOf(service, id)).toMatchObject([{ event_type: "webhook.test", trigger: "test" }])
    expect(await deliveriesOf(service, other.id)).toEqual([])
  })

  it("WH-01 takes no recovery: 409", async () => {
    await book(service, story, nextTime())
    await put({ enabled: false })
    const { status, body } = await recover()
    expect([status, body.error.code]).toEqual([409, "endpoint_disabled"])
  })

  it("TR-20 takes a redelivery, and one that waits when it is switched off is not abandoned", async () => {
    await book(service, story, nextTime())
    const [first] = await deliveriesOf(service, id)
    const redeliver = () => make(service, `/webhook-endpoints/${id}/deliveries/${first!.id}/redeliver`, {})
    const before = await redeliver()
    await put({ enabled: false })
    const after = await redeliver()
    expect(after).toMatchObject({ event_id: first!.event_id, trigger: "redeliver", status: "pending" })
    expect((await dueFor(service, id)).map((due) => due.delivery_id)).toEqual([before.id, after.id])
  })

  it("deleted, leaves nothing to send", async () => {
    await book(service, story, nextTime())
    await make(service, `/webhook-endpoints/${id}/test`, {})
    await service.api("DELETE", `/webhook-endpoints/${id}`)
    expect(await dueFor(service, id)).toEqual([])
  })
})

describe("sending again", () => {
  it("WH-01 redeliver makes a new delivery of the same event, whatever became of the first", async () => {
    await book(service, story, nextTime())
    const [first] = await deliveriesOf(service, id)
    await endDeliveries(service, [first!.id as number], "succeeded")
    const again = await make(service, `/webhook-endpoints/${id}/deliveries/${first!.id}/redeliver`, {})
    expect(again).toMatchObject({
      event_id: first!.event_id,
      trigger: "redeliver",
      status: "pending",
      attempts: 0,
    })
    expect(again.id).not.toBe(first!.id)
    expect((await dueFor(service, id)).map((due) => due.delivery_id)).toEqual([again.id])
  })

  it("WH-01 a test can be sent again too, under the id it had", async () => {
    const test = await make(service, `/webhook-endpoints/${id}/test`, {})
    const again = await make(service, `/webhook-endpoints/${id}/deliveries/${test.id}/redeliver`, {})
    expect(again).toMatchObject({ event_id: test.event_id, event_type: "webhook.test" })
    const opened = await service.api("GET", `/webhook-endpoints/${id}/deliveries/${again.id}`)
    expect(opened.body.data.payload).toMatchObject({ id: test.event_id, data: { sample: true } })
  })

  it("recover sends all that did not succeed since then, events raised while it was off included", async () => {
    const times = [nextTime(), nextTime(), nextTime(), nextTime()]
    await book(service, story, times[0]!)
    await book(service, story, times[1]!)
    const [abandoned, arrived] = await deliveriesOf(service, id)
    await endDeliveries(service, [arrived!.id as number], "succeeded")
    await endDeliveries(service, [abandoned!.id as number], "abandoned")
    await put({ enabled: false })
    await book(service, story, times[2]!)
    await put({ enabled: true })
    await book(service, story, times[3]!)

    expect((await recover()).body.data.recovered).toBe(2)
    const log = await deliveriesOf(service, id)
    const recovered = log.filter(({ trigger }) => trigger === "recover")
    expect(recovered).toHaveLength(2)
    expect(recovered.map(({ event_id }) => event_id)).toContain(abandoned!.event_id)
    expect(recovered.map(({ event_id }) => event_id)).not.toContain(arrived!.event_id)
    expect((await recover()).body.data.recovered).toBe(0)
  })

  it("recover leaves out what came before its time, before the endpoint, and what the endpoint does not want", async () => {
    await put({ enabled: false })
    await book(service, story, nextTime())
    service.clock.advanceMs(60_000)
    const later = new Date(service.clock.now()).toISOString()
    const appointmentId = await book(service, story, nextTime())
    await service.api("POST", `/appointments/${appointmentId}/cancel`, {})
    await put({ enabled: true, events: ["appointment.created"] })
    expect((await recover({ since: later })).body.data.recovered).toBe(1)
    expect((await recover()).body.data.recovered).toBe(1)
    service.clock.advanceMs(1_000)
    id = (await makeEndpoint(service)).id
    expect((await recover()).body.data.recovered).toBe(0)
  })

  it("recover asked twice at once sends nothing twice", async () => {
    await put({ enabled: false })
    for (let n = 0; n < 3; n++) await book(service, story, nextTime())
    await put({ enabled: true })
    const answers = await Promise.all([recover(), recover()])
    expect(answers.map(({ body }) => body.data.recovered).sort()).toEqual([0, 3])
  })

  it("MD-20 says what it leaves out, and sends a new endpoint what came before it when told to", async () => {
    service.clock.advanceMs(3_600_000)
    await book(service, story, nextTime())
    service.clock.advanceMs(3_600_000)
    const late = (await makeEndpoint(service)).id
    const ask = (body: object) => service.api("POST", `/webhook-endpoints/${late}/recover`, body)
    const since = "2027-01-01T00:00:00.000Z"
    const first = (await ask({ since })).body.data
    expect(first).toMatchObject({ recovered: 0, left_out: { imported: 0 } })
    expect(first.left_out.before_creation).toBeGreaterThan(0)
    expect(Date.parse(first.since)).toBe(service.clock.now() - 30 * 86_400_000)
    const second = (await ask({ since, before_creation: true })).body.data
    expect(second).toMatchObject({
      recovered: first.left_out.before_creation,
      left_out: { imported: 0, before_creation: 0 },
    })
    const log = await deliveriesOf(service, late)
    expect(log.map(({ trigger }) => trigger)).toEqual(Array(second.recovered).fill("recover"))
  })

  it("MD-30 never sends the events of an import that delivers none", async () => {
    const rows = (deliver_events: boolean, start_time: string) =>
      service.api("POST", "/imports/appointments", {
        deliver_events,
        rows: [
          {
            external_ref: `other-${start_time}`,
            start_time,
            appointment_type: String(story.typeId),
            provider: String(story.benId),
            location: String(story.locationId),
            name: "Pat Kim",
            email: "pat.kim@example.com",
          },
        ],
      })
    service.clock.advanceMs(1_000)
    const since = new Date(service.clock.now()).toISOString()
    expect((await rows(false, "2027-04-05 09:00")).body.data.rows[0].fate).toBe("made")
    const { recovered, left_out } = (await recover({ since })).body.data
    expect([recovered, left_out]).toEqual([0, { imported: 1, before_creation: 0 }])
    await rows(true, "2027-04-06 09:00")
    expect(await deliveriesOf(service, id)).toHaveLength(1)
  })
})
