/** WL-06: appointments that repeat. It is Monday noon UTC, 1 March 2027; Austin's clocks go forward on 14 March. */
import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>

/** A provider and a customer of the test's own. */
async function anew(type: Fields = {}) {
  const typeId = await makeType(service, type)
  const providerId = await makeProvider(service, {
    name: "Ana Ruiz",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(story.locationId),
  })
  const customerId = await makeCustomer(service)
  const wish = (fields: Fields = {}) => ({
    customer_id: customerId,
    appointment_type_id: typeId,
    provider_id: providerId,
    location_id: story.locationId,
    start_time: "2027-03-02T16:00:00.000Z",
    every: { weeks: 1 },
    count: 4,
    ...fields,
  })
  const book = (fields: Fields = {}) => service.api("POST", "/series", wish(fields))
  const bookOne = (start_time: string, customer_id = customerId) =>
    make(service, "/appointments", {
      customer_id,
      appointment_type_id: typeId,
      provider_id: providerId,
      start_time,
    })
  return { typeId, providerId, customerId, book, bookOne }
}

interface Occurrence extends Fields {
  index: number
  start_time: string
  outcome: string
  reason: string | null
  alternatives: { start_time: string }[]
}

const outcomes = (body: { data: { occurrences: Occurrence[] } }) =>
  body.data.occurrences.map(({ start_time, outcome, reason }) => [start_time, outcome, reason])

const startsOf = async (seriesId: number, status = "scheduled") => {
  const { body } = await service.api("GET", `/appointments?series_id=${seriesId}&status=${status}`)
  return (body.data as { start_time: string }[]).map(({ start_time }) => start_time)
}

it("WL-06 keeps the time on the clock over a clock change, and reads as one series with a place for each", async () => {
  const { book } = await anew()
  const { status, body } = await book()
  expect([status, body.error]).toEqual([200, undefined])
  const starts = ["03-02T16", "03-09T16", "03-16T15", "03-23T15"].map((at) => `2027-${at}:00:00.000Z`)
  expect(outcomes(body)).toEqual(starts.map((start) => [start, "booked", null]))
  expect(body.data).toMatchObject({ fits: 4, timezone: "America/Chicago", every: { weeks: 1 } })
  const { series_id } = body.data
  expect(body.data.appointments.map((one: Fields) => [one.series_id, one.series_index])).toEqual(
    [0, 1, 2, 3].map((index) => [series_id, index]),
  )
  const read = await service.api("GET", `/series/${series_id}`)
  expect(read.body.data.occurrences[2]).toEqual({
    index: 2,
    local_date: "2027-03-16",
    local_time: "10:00",
    start_time: starts[2],
    status: "scheduled",
    appointment_id: body.data.appointments[2].id,
    is_moved: false,
  })
  expect(await startsOf(series_id)).toEqual(starts)
})

it("WL-06 a preview judges each by window, holidays, time off, limit and what is taken, with other starts, and books none", async () => {
  const { book, bookOne, providerId } = await anew({ booking_window_days: 10, daily_limit: 1 })
  await bookOne("2027-03-09T16:30:00.000Z", await makeCustomer(service))
  await service.api("POST", `/providers/${providerId}/time-off`, {
    start: "2027-03-16T05:00:00.000Z",
    end: "2027-03-17T05:00:00.000Z",
  })
  const closed = await make(service, "/company/time-off", {
    start_date: "2027-03-23",
    end_date: "2027-03-23",
    reason: "Inventory",
  })
  const { status, body } = await book({ count: 5, preview: true })
  await service.api("DELETE", `/company/time-off/${closed.id}`)
  expect(status).toBe(200)
  expect(outcomes(body).map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ["free", null],
    ["conflict", "taken"],
    ["conflict", "time_off"],
    ["conflict", "holiday"],
    ["free", null],
  ])
  expect(body.data).toMatchObject({ series_id: null, fits: 2, appointments: [] })
  expect(
    body.data.occurrences[2].alternatives.map((slot: { start_time: string }) => slot.start_time),
  ).toEqual(["2027-03-15T21:00:00.000Z", "2027-03-17T14:00:00.000Z"])
  const [row] = await service.context.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM appointment WHERE company_id = 1 AND provider_id = $1",
    [providerId],
  )
  expect(row!.count).toBe(1)
})

it("WL-06 refuses all for one conflict, leaves conflicts out, or takes other starts; staff pass the booking window", async () => {
  const { book, bookOne } = await anew({ booking_window_days: 10 })
  await bookOne("2027-03-09T16:00:00.000Z", await makeCustomer(service))
  const refused = await book()
  expect([refused.status, refused.body.error.code]).toEqual([409, "series_conflict"])
  expect(refused.body.error.details).toMatchObject({
    fits: 3,
    occurrences: [{ index: 1, reason: "taken", alternatives: [{}, {}] }],
  })
  const [other] = refused.body.error.details.occurrences[0].alternatives
  const chosen = await book({
    conflicts: [
      { index: 1, start_time: other.start_time },
      { index: 3, start_time: null },
    ],
  })
  expect(outcomes(chosen.body).map(([start, outcome]) => [start, outcome])).toEqual([
    ["2027-03-02T16:00:00.000Z", "booked"],
    [other.start_time, "booked"],
    ["2027-03-16T15:00:00.000Z", "booked"],
    ["2027-03-23T15:00:00.000Z", "left_out"],
  ])
  const skipped = await book({ start_time: "2027-03-02T17:00:00.000Z", conflicts: "skip" })
  expect(skipped.body.data.fits).toBe(other.start_time === "2027-03-09T17:00:00.000Z" ? 3 : 4)
  const none = await book({ start_time: "2027-03-06T16:00:00.000Z", conflicts: "skip" })
  expect([none.status, none.body.error.details.fits]).toEqual([409, 0])
})

it("WL-06 months with fewer days take their last, days and dates count, and 104 are the most", async () => {
  const { book } = await anew()
  const months = await book({
    start_time: "2027-03-31T15:00:00.000Z",
    every: { months: 1 },
    until: "2027-07-01",
    count: undefined,
    preview: true,
  })
  expect(months.body.data.occurrences.map((one: Fields) => `${one.local_date}T${one.local_time}`)).toEqual([
    "2027-03-31T10:00",
    "2027-04-30T10:00",
    "2027-05-31T10:00",
    "2027-06-30T10:00",
  ])
  for (const [fields, field] of [
    [{ count: 105 }, "count"],
    [{ count: undefined }, "count"],
    [{ until: "2027-09-01" }, "count"],
    [{ every: { days: 1 }, until: "2028-03-01", count: undefined }, "until"],
    [{ until: "2027-03-03", count: undefined }, "until"],
    [{ every: { days: 1, weeks: 1 } }, "every"],
    [{ conflicts: [{ index: 4, start_time: null }] }, "conflicts"],
  ] as const) {
    const { status, body } = await book(fields)
    expect([status, body.error?.field]).toEqual([400, field])
  }
})

it("WL-06 moves one, the following and all, each by as much on the clock; one moved singly keeps its place", async () => {
  const { book } = await anew()
  const { appointments, series_id } = (await book()).body.data
  const move = (index: number, fields: Fields) =>
    service.api("POST", `/appointments/${appointments[index].id}/reschedule`, fields)
  const single = await move(1, { start_time: "2027-03-10T18:00:00.000Z" })
  expect(single.body.data).toMatchObject({ series_id, series_index: 1, version: 2 })
  const following = await move(1, { start_time: "2027-03-10T19:00:00.000Z", scope: "following" })
  expect(following.status).toBe(200)
  expect(await startsOf(series_id)).toEqual([
    "2027-03-02T16:00:00.000Z",
    "2027-03-10T19:00:00.000Z",
    "2027-03-16T16:00:00.000Z",
    "2027-03-23T16:00:00.000Z",
  ])
  const all = await move(0, { start_time: "2027-03-03T16:00:00.000Z", scope: "all" })
  expect(all.status).toBe(200)
  expect(await startsOf(series_id)).toEqual([
    "2027-03-03T16:00:00.000Z",
    "2027-03-11T19:00:00.000Z",
    "2027-03-17T16:00:00.000Z",
    "2027-03-24T16:00:00.000Z",
  ])
  const { body } = await service.api("GET", `/series/${series_id}`)
  expect(body.data.occurrences.map((one: Fields) => one.is_moved)).toEqual([true, true, true, true])
})

it("WL-06 a move of all onto what is taken moves none, and says which, with other times beside those that move", async () => {
  const { book, bookOne } = await anew({ slot_interval_minutes: 60 })
  await bookOne("2027-03-17T16:00:00.000Z", await makeCustomer(service))
  const { appointments, series_id } = (await book()).body.data
  const before = await startsOf(series_id)
  const { status, body } = await service.api("POST", `/appointments/${appointments[0].id}/reschedule`, {
    start_time: "2027-03-03T17:00:00.000Z",
    scope: "all",
  })
  expect([status, body.error.code]).toEqual([409, "series_conflict"])
  const [near, later] = ["2027-03-17T15:00:00.000Z", "2027-03-17T17:00:00.000Z"]
  expect(body.error.details).toMatchObject({
    fits: 3,
    occurrences: [{ index: 2, reason: "taken", alternatives: [{ start_time: near }, { start_time: later }] }],
  })
  expect(await startsOf(series_id)).toEqual(before)
  // One that was moved singly comes to stand at what was the nearest other time: it is no other time any more.
  await service.api("POST", `/appointments/${appointments[3].id}/reschedule`, {
    start_time: "2027-03-16T14:00:00.000Z",
  })
  const again = await service.api("POST", `/appointments/${appointments[0].id}/reschedule`, {
    start_time: "2027-03-03T17:00:00.000Z",
    scope: "all",
  })
  expect(again.body.error.details.occurrences).toMatchObject([
    { index: 2, alternatives: [{ start_time: "2027-03-17T14:00:00.000Z" }, { start_time: later }] },
  ])
})

it("WL-06 cancels one, the following and all; what has begun stays", async () => {
  const { book } = await anew()
  const { appointments, series_id } = (await book({ count: 6 })).body.data
  const cancel = (index: number, fields: Fields = {}) =>
    service.api("POST", `/appointments/${appointments[index].id}/cancel`, fields)
  await cancel(4)
  expect((await cancel(2, { scope: "following", reason: "Moves away" })).body.data).toMatchObject({
    status: "cancelled",
    cancel_reason: "Moves away",
  })
  expect(await startsOf(series_id)).toHaveLength(2)
  expect(await startsOf(series_id, "cancelled")).toHaveLength(4)
  expect((await cancel(0, { scope: "all", delay_seconds: 10 })).body.error.field).toBe("delay_seconds")
  await cancel(1, { scope: "all" })
  expect(await startsOf(series_id)).toEqual([])
})

it("WL-06 events of its appointments name the series; those of others do not", async () => {
  const { book, bookOne } = await anew()
  const alone = await bookOne("2027-03-04T16:00:00.000Z")
  const { appointments, series_id } = (await book({ count: 2 })).body.data
  await service.api("POST", `/appointments/${appointments[1].id}/cancel`, {})
  const placeIn = ({ data }: { data: { appointment: Fields } }) => [
    data.appointment.id,
    data.appointment.series_id,
  ]
  await expect
    .poll(async () => {
      const { body } = await service.events()
      const ids = [alone.id, ...appointments.map(({ id }: Fields) => id)]
      return body.data
        .filter(({ data }: { data: { appointment?: Fields } }) => ids.includes(data.appointment?.id))
        .map(placeIn)
    })
    .toEqual([
      [alone.id, undefined],
      [appointments[0].id, series_id],
      [appointments[1].id, series_id],
      [appointments[1].id, series_id],
    ])
})

it("WL-06 a move of all takes other starts for those in conflict, and leaves one where it is, in one transaction", async () => {
  const { book, bookOne } = await anew({ slot_interval_minutes: 60 })
  await bookOne("2027-03-09T17:00:00.000Z", await makeCustomer(service))
  const { appointments, series_id } = (await book()).body.data
  const move = (fields: Fields) =>
    service.api("POST", `/appointments/${appointments[0].id}/reschedule`, {
      start_time: "2027-03-02T17:00:00.000Z",
      ...fields,
    })
  const refused = await move({ scope: "all" })
  const [{ index, alternatives }] = refused.body.error.details.occurrences
  expect([index, alternatives.map((one: Fields) => one.start_time)]).toEqual([
    1,
    // Ten o'clock, where it is now, is no other time.
    ["2027-03-09T15:00:00.000Z", "2027-03-09T18:00:00.000Z"],
  ])
  const before = await startsOf(series_id)
  const conflicts = [
    { index, start_time: alternatives[1].start_time },
    { index: 3, start_time: null },
  ]
  for (const wrong of [
    { scope: "one", conflicts },
    { scope: "all", conflicts: [{ index: 4, start_time: null }] },
  ])
    expect((await move(wrong)).body.error).toMatchObject({ code: "invalid_input", field: "conflicts" })
  const onTaken = [{ index: 3, start_time: "2027-03-16T16:00:00.000Z" }]
  expect((await move({ scope: "all", conflicts: onTaken })).body.error.code).toBe("series_conflict")
  expect(await startsOf(series_id)).toEqual(before)
  expect((await move({ scope: "all", conflicts })).status).toBe(200)
  expect(await startsOf(series_id)).toEqual([
    "2027-03-02T17:00:00.000Z",
    "2027-03-09T18:00:00.000Z",
    "2027-03-16T16:00:00.000Z",
    "2027-03-23T15:00:00.000Z",
  ])
})

it("WL-06 the preview of a cancel names all that would end, and nothing ends by it", async () => {
  const { book } = await anew()
  const { appointments, series_id } = (await book()).body.data
  const ids = appointments.map(({ id }: Fields) => id)
  const preview = (fields: Fields) =>
    service.api("POST", `/appointments/${ids[1]}/cancel/preview`, { reason: "Moves away", ...fields })
  await service.api("POST", `/appointments/${ids[3]}/reschedule`, { start_time: "2027-03-08T15:00:00.000Z" })
  const following = await preview({ scope: "following" })
  expect(following.body.data).toMatchObject({
    events: ["appointment.cancelled"],
    appointments: [{ id: ids[3], start_time: "2027-03-08T15:00:00.000Z" }, { id: ids[1] }, { id: ids[2] }],
  })
  const all = await preview({ scope: "all" })
  expect(all.body.data.appointments).toHaveLength(4)
  expect((await preview({})).body.data).not.toHaveProperty("appointments")
  const waits = await preview({ scope: "all", delay_seconds: 10 })
  expect(waits.body.error).toMatchObject({ code: "invalid_input", field: "delay_seconds" })
  expect(await startsOf(series_id)).toHaveLength(4)
})

it("FX-10 staff move one of a series beyond the booking window as they move all of it, and one alone not", async () => {
  const { book, bookOne } = await anew({ booking_window_days: 10 })
  const { appointments } = (await book({ count: 2 })).body.data
  const beyond = { start_time: "2027-04-06T15:00:00.000Z" }
  const moved = await service.api("POST", `/appointments/${appointments[1].id}/reschedule`, beyond)
  expect([moved.status, moved.body.data?.start_time]).toEqual([200, beyond.start_time])
  const single = await bookOne("2027-03-03T16:00:00.000Z")
  const refused = await service.api("POST", `/appointments/${single.id}/reschedule`, {
    start_time: "2027-04-07T15:00:00.000Z",
  })
  expect([refused.status, refused.body.error.code]).toEqual([409, "time_not_offered"])
})

it("FX-10 an occurrence in a promised window that is full is refused as taken", async () => {
  const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const type = { place: "at_customer", promise: { kind: "window", minutes: 120 }, min_notice_minutes: 0 }
  const { typeId, providerId, book } = await anew(type)
  const start_time = "2027-03-09T15:00:00.000Z"
  const at = { ...address, latitude: 30.27, longitude: -97.74 }
  let full = 201
  for (let i = 0; i < 4 && full === 201; i += 1) {
    const customer_id = await makeCustomer(service, { address: at })
    const wish = { customer_id, appointment_type_id: typeId, provider_id: providerId, start_time }
    full = (await service.api("POST", "/appointments", { ...wish, location_id: story.locationId })).status
  }
  expect(full).toBe(409)
  const customer_id = await makeCustomer(service, { address: at })
  const { body } = await book({
    customer_id,
    start_time: "2027-03-02T15:00:00.000Z",
    count: 2,
    preview: true,
  })
  expect(outcomes(body).map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ["free", null],
    ["conflict", "taken"],
  ])
})
