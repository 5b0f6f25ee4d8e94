import { beforeEach, describe, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeProvider, makeType, weekdays } from "../../test/support/story.ts"
import { book, deliveriesOf, dueFor, endDeliveries, makeEndpoint } from "../../test/support/webhooks.ts"

shareOneStory()

let tuesdays = 0
/** A free Tuesday morning hour, another at each call. */
const nextTime = () =>
  `2027-03-${[2, 9, 16, 23, 30][tuesdays % 5]}T${15 + Math.floor(tuesdays++ / 5)}:00:00.000Z`.replace(
    /-(\d)T/,
    "-0$1T",
  )

beforeEach(async () => {
  const { data } = (await service.api("GET", "/webhook-endpoints")).body
  for (const { id } of data) await service.api("DELETE", `/webhook-endpoints/${id}`)
})

const typesOf = (deliveries: Record<string, unknown>[]) => deliveries.map(({ event_type }) => event_type)

describe("what is sent to whom", () => {
  it("WH-07 an endpoint gets the events it names, each once, in the transaction of the change", async () => {
    const all = await makeEndpoint(service)
    const cancels = await makeEndpoint(service, { events: ["appointment.cancelled"] })
    const id = await book(service, story, nextTime())
    await make(service, `/appointments/${id}/reschedule`, { start_time: nextTime() }).catch(() => undefined)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    expect(typesOf(await deliveriesOf(service, all.id))).toEqual([
      "appointment.cancelled",
      "appointment.rescheduled",
      "appointment.created",
    ])
    expect(typesOf(await deliveriesOf(service, cancels.id))).toEqual(["appointment.cancelled"])
    expect(await dueFor(service, all.id)).toHaveLength(3)
  })

  it("WH-07 an endpoint with appointment_type_ids gets these types' events only", async () => {
    const otherType = await makeType(service, { name: "Survey" })
    await makeProvider(service, {
      name: "Cleo",
      appointment_type_ids: [otherType],
      weekly_hours: weekdays(story.locationId),
    })
    const only = await makeEndpoint(service, { appointment_type_ids: [otherType] })
    const every = await makeEndpoint(service, { appointment_type_ids: [] })
    await book(service, story, nextTime())
    expect(await deliveriesOf(service, only.id)).toEqual([])
    expect(await deliveriesOf(service, every.id)).toHaveLength(1)
    await service.api("PUT", `/webhook-endpoints/${only.id}`, { appointment_type_ids: [story.typeId] })
    await book(service, story, nextTime())
    expect(await deliveriesOf(service, only.id)).toHaveLength(1)
  })

  it("a refused booking leaves nothing to send, and another company's booking neither", async () => {
    const { id } = await makeEndpoint(service)
    const time = nextTime()
    await book(service, story, time)
    await expect(book(service, story, time)).rejects.toThrow(/customer_busy/)
    expect(await deliveriesOf(service, id)).toHaveLength(1)
  })

  it("the workers hear of it after the commit, at most once for each booking", async () => {
    await makeEndpoint(service)
    const listener = await service.context.db.connect()
    let heard = 0
    listener.on("notification", () => {
      heard += 1
    })
    await listener.query("LISTEN deliveries")
    await Promise.all([book(service, story, nextTime()), book(service, story, nextTime())])
    await expect.poll(() => heard).toBeGreaterThan(0)
    expect(heard).toBeLessThanOrEqual(2)
    await listener.query("UNLISTEN deliveries")
    listener.release()
  })
})

describe("the delivery log", () => {
  it("WH-10 shows status, attempts, the last status code or error; the payload and every attempt when opened", async () => {
    const { id } = await makeEndpoint(service)
    const appointmentId = await book(service, story, nextTime())
    const [waiting] = await deliveriesOf(service, id)
    expect(waiting).toEqual({
      id: expect.any(Number),
      endpoint_id: id,
      event_id: expect.stringMatching(/^evt_\d+$/),
      event_type: "appointment.created",
      trigger: "event",
      status: "pending",
      attempts: 0,
      last_status_code: null,
      last_error: null,
      next_attempt_at: new Date(service.clock.now()).toISOString(),
      created_at: new Date(service.clock.now()).toISOString(),
      delivered_at: null,
    })
    await endDeliveries(service, [waiting!.id as number], "succeeded")
    const opened = await service.api("GET", `/webhook-endpoints/${id}/deliveries/${waiting!.id}`)
    const at = new Date(service.clock.now()).toISOString()
    expect(opened.body.data).toMatchObject({
      status: "succeeded",
      attempts: 1,
      last_status_code: 204,
      next_attempt_at: null,
      delivered_at: at,
      payload: {
        id: waiting!.event_id,
        type: "appointment.created",
        version: 1,
        company_id: service.companyId,
        data: { appointment: { id: appointmentId } },
      },
      attempt_log: [
        {
          number: 1,
          started_at: at,
          finished_at: at,
          status_code: 204,
          error: null,
          tls_reason: null,
          address: null,
          request_headers: null,
          answer_body: null,
        },
      ],
    })
  })

  it("WH-10 filters by status, event type and time, newest first, page by page", async () => {
    const { id } = await makeEndpoint(service)
    for (let n = 0; n < 3; n++) {
      await book(service, story, nextTime())
      service.clock.advanceMs(60_000)
    }
    await make(service, `/webhook-endpoints/${id}/test`, {})
    const [test, third, second, first] = await deliveriesOf(service, id)
    const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row.id)
    await endDeliveries(service, [second!.id as number], "succeeded")
    await endDeliveries(service, [first!.id as number], "abandoned")

    expect(ids(await deliveriesOf(service, id, "&status=succeeded"))).toEqual([second!.id])
    expect(ids(await deliveriesOf(service, id, "&status=abandoned"))).toEqual([first!.id])
    expect(ids(await deliveriesOf(service, id, "&status=pending"))).toEqual([test!.id, third!.id])
    expect(ids(await deliveriesOf(service, id, "&event_type=webhook.test"))).toEqual([test!.id])
    const between = `&from=${second!.created_at}&to=${third!.created_at}`
    expect(ids(await deliveriesOf(service, id, between))).toEqual([second!.id])

    const path = `/webhook-endpoints/${id}/deliveries?limit=3`
    const page = await service.api("GET", path)
    expect(ids(page.body.data)).toEqual(ids([test!, third!, second!]))
    const next = await service.api("GET", `${path}&cursor=${page.body.next_cursor}`)
    expect(next.body).toMatchObject({ data: [{ id: first!.id }], next_cursor: null })
    expect((await service.api("GET", `${path}&state=pending`)).body.error.field).toBe("state")
    expect((await service.api("GET", `${path}&status=done`)).body.error.field).toBe("status")
  })

  it("TR-57 filters by appointment, request and event, over all endpoints too", async () => {
    const one = await makeEndpoint(service)
    const other = await makeEndpoint(service, { events: ["appointment.created"] })
    const request = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-04-30",
    })
    const booked = await book(service, story, nextTime(), { scheduling_request_id: request.id })
    await book(service, story, nextTime())
    await service.api("POST", `/appointments/${booked}/cancel`, {})
    const test = await make(service, `/webhook-endpoints/${one.id}/test`, {})
    const all = async (query: string) => {
      const answer = await service.api("GET", `/webhook-deliveries?${query}`)
      return answer.body.data.map((row: Record<string, unknown>) => [row.endpoint_id, row.event_type])
    }
    const ofAppointment = [
      [one.id, "appointment.cancelled"],
      [other.id, "appointment.created"],
      [one.id, "appointment.created"],
    ]
    const byEndpoint = (rows: unknown[][]) => rows.toSorted((a, b) => Number(a[0]) - Number(b[0]))
    expect(byEndpoint(await all(`appointment_id=${booked}`))).toEqual(byEndpoint(ofAppointment))
    expect(byEndpoint(await all(`scheduling_request_id=${request.id}`))).toEqual(byEndpoint(ofAppointment))
    expect(await all(`appointment_id=${booked}&event_type=appointment.cancelled`)).toEqual([
      [one.id, "appointment.cancelled"],
    ])
    expect(await all("appointment_id=999999")).toEqual([])
    expect(await all("")).toHaveLength(6)
    expect(await all(`event_id=${test.event_id}`)).toEqual([[one.id, "webhook.test"]])
    const [first] = await deliveriesOf(service, other.id, `&appointment_id=${booked}`)
    expect(await all(`event_id=${first!.event_id}`)).toHaveLength(2)
    expect(await all(`event_id=${first!.event_id}&appointment_id=${booked + 1}`)).toEqual([])
    const wrong = await service.api("GET", "/webhook-deliveries?event_id=17")
    expect(wrong.body.error).toMatchObject({ field: "event_id", message: expect.stringMatching(/as evt_/) })
    const elsewhere = await service.anotherCompany()
    const theirs = await service.api("GET", `/webhook-deliveries?appointment_id=${booked}`, undefined, {
      key: elsewhere.key,
    })
    expect(theirs.body.data).toEqual([])
  })

  it("TR-57 pages through the deliveries of all endpoints, newest first", async () => {
    await makeEndpoint(service)
    await makeEndpoint(service)
    await book(service, story, nextTime())
    await book(service, story, nextTime())
    const first = await service.api("GET", "/webhook-deliveries?limit=3")
    const second = await service.api("GET", `/webhook-deliveries?limit=3&cursor=${first.body.next_cursor}`)
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: number }) => id)
    expect(ids).toHaveLength(4)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(second.body.next_cursor).toBeNull()
  })

  it("TR-57 filters by any attempt's status code", async () => {
    const { id } = await makeEndpoint(service)
    await book(service, story, nextTime())
    await book(service, story, nextTime())
    const [later, first] = await deliveriesOf(service, id)
    await endDeliveries(service, [first!.id as number], "abandoned")
    await endDeliveries(service, [later!.id as number], "succeeded")
    const ids = async (code: number) =>
      (await deliveriesOf(service, id, `&status_code=${code}`)).map((row) => row.id)
    expect(await ids(500)).toEqual([first!.id])
    expect(await ids(204)).toEqual([later!.id])
    expect(await ids(503)).toEqual([])
  })

  it("TR-57 shows what was raised while the endpoint was disabled, as abandoned, and it can be sent again", async () => {
    const { id } = await makeEndpoint(service, { enabled: false })
    await book(service, story, nextTime())
    const [missed] = await deliveriesOf(service, id)
    expect(missed).toMatchObject({
      event_type: "appointment.created",
      status: "abandoned",
      attempts: 0,
      last_error: "endpoint_disabled",
      next_attempt_at: null,
    })
    expect(await dueFor(service, id)).toEqual([])
    await make(service, `/webhook-endpoints/${id}/deliveries/${missed!.id}/redeliver`, {})
    expect(await dueFor(service, id)).toHaveLength(1)
  })

  it("CN-12 counts each of the last 30 days by how its deliveries ended", async () => {
    const { id } = await makeEndpoint(service)
    // Deliveries to another endpoint are counted there alone.
    await makeEndpoint(service)
    const days = async () => (await service.api("GET", `/webhook-endpoints/${id}/delivery-days`)).body.data
    for (let n = 0; n < 3; n++) await book(service, story, nextTime())
    const [, second, first] = await deliveriesOf(service, id)
    await endDeliveries(service, [second!.id as number], "abandoned")
    await endDeliveries(service, [first!.id as number], "succeeded")
    const counted = await days()
    const today = new Date(service.clock.now()).toISOString().slice(0, 10)
    const none = { succeeded: 0, succeeded_late: 0, failed: 0, abandoned: 0, pending: 0 }
    expect(counted).toHaveLength(30)
    expect(counted.at(-1)).toEqual({ ...none, date: today, succeeded: 1, abandoned: 1, pending: 1 })
    expect(counted[0]).toEqual({ ...none, date: counted[0].date })

    // It fails at first, and arrives a day later: it counts for the day on which it was made.
    const now = new Date(service.clock.now()).toISOString()
    service.clock.advanceMs(86_400_000)
    await endDeliveries(service, [second!.id as number], "succeeded")
    expect((await days()).slice(-2)).toMatchObject([
      { date: today, succeeded: 2, succeeded_late: 1, pending: 1 },
      none,
    ])
    service.clock.set(now)
    expect((await service.api("GET", "/webhook-endpoints/404404/delivery-days")).status).toBe(404)
  })

  it("WH-10 reaches 30 days back", async () => {
    const { id } = await makeEndpoint(service)
    await book(service, story, nextTime())
    const now = new Date(service.clock.now()).toISOString()
    service.clock.advanceMs(30 * 86_400_000)
    expect(await deliveriesOf(service, id)).toHaveLength(1)
    service.clock.advanceMs(1)
    expect(await deliveriesOf(service, id)).toEqual([])
    service.clock.set(now)
  })
})
