/** Dates on which the company, or some of its locations, is closed. */
import { expect, it } from "vitest"
import { openPublicPage } from "../../test/support/public-page.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeLocation, put, type Story, tellStory, weekdays } from "../../test/support/story.ts"

const nine = "2027-03-03T15:00:00.000Z"
const wednesday = "2027-03-03"

async function openStory() {
  const service = await startService({ book: true, trustProxyHops: 1 })
  const story = await tellStory(service)
  return { service, story, [Symbol.asyncDispose]: () => service.stop() }
}

const startsOf = ({ body }: Answer): string[] =>
  body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time),
  )
const search = (service: TestService, story: Story, fields: object = {}) =>
  service.api("POST", "/slots", {
    ...{ appointment_type_id: story.typeId, start_date: wednesday, end_date: "2027-03-05" },
    ...fields,
  })
const close = async (service: TestService, fields: object = {}) => {
  const dates = { start_date: wednesday, end_date: wednesday, reason: "Founders' day" }
  return make(service, "/company/time-off", { ...dates, ...fields })
}
const bookingOf = (story: Story, fields: object = {}) => ({
  ...{ customer_id: story.customerId, appointment_type_id: story.typeId, start_time: nine },
  ...{ provider_id: story.anaId, location_id: story.locationId, ...fields },
})

it("DS-13 a closed date is offered nowhere, is refused to a booking with its reason, and comes back", async () => {
  await using opened = await openStory()
  const { service, story } = opened
  expect(startsOf(await search(service, story))).toContain(nine)
  const closed = await close(service)
  expect(closed).toEqual({
    ...{ id: closed.id, start_date: wednesday, end_date: wednesday, location_ids: null },
    reason: "Founders' day",
  })
  const found = startsOf(await search(service, story))
  expect(found.filter((start) => start < "2027-03-04T06:00")).toEqual([])
  expect(found.length).toBeGreaterThan(0)

  service.clock.advanceMs(31 * 60_000)
  const refused = await service.api("POST", "/appointments", bookingOf(story))
  expect([refused.status, refused.body.error.code]).toEqual([409, "time_not_offered"])
  expect(refused.body.error.details.reasons).toEqual([
    {
      code: "holiday",
      message: "Downtown is closed on that date.",
      causes: [
        {
          ...{ kind: "company_time_off", id: closed.id },
          ...{ from: "2027-03-03T06:00:00.000Z", to: "2027-03-04T06:00:00.000Z" },
        },
      ],
      lift: "Remove the closed dates, or leave Downtown out of them.",
    },
  ])
  await service.api("DELETE", `/company/time-off/${closed.id}`)
  expect(startsOf(await search(service, story))).toContain(nine)
  const unknown = await service.api("DELETE", `/company/time-off/${closed.id}`)
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"])
})

it("DS-13 dates may be closed at some locations only, on each one's own calendar", async () => {
  await using opened = await openStory()
  const { service, story } = opened
  const tokyo = await makeLocation(service, { name: "Tokyo", timezone: "Asia/Tokyo" })
  await put(service, `/providers/${story.benId}/hours`, { weekly_hours: weekdays(tokyo, "00:00", "00:00") })
  const there = { location_id: tokyo, provider_id: story.benId }
  await close(service, { location_ids: [tokyo] })
  const found = startsOf(await search(service, story, there))
  // A Wednesday in Tokyo, from Tuesday 15:00 to Wednesday 15:00 UTC.
  expect(found.filter((start) => start >= "2027-03-02T15:00" && start < "2027-03-03T15:00")).toEqual([])
  expect(startsOf(await search(service, story, { provider_id: story.anaId }))).toContain(nine)
  const refused = await service.api("POST", "/company/time-off", {
    ...{ start_date: wednesday, end_date: wednesday, location_ids: [tokyo, 404_404] },
  })
  expect([refused.status, refused.body.error.field]).toEqual([404, "location_ids[1]"])
})

it("DS-13 taking time off lists the scheduled appointments that it meets", async () => {
  await using opened = await openStory()
  const { service, story } = opened
  const met = await make(service, "/appointments", bookingOf(story))
  const later = await make(
    service,
    "/appointments",
    bookingOf(story, { provider_id: story.benId, start_time: "2027-03-04T15:00:00.000Z" }),
  )
  const idsMet = async (query: string) => {
    const { body } = await service.api("GET", `/appointments?${query}`)
    return body.data.map(({ id }: { id: number }) => id)
  }
  const closed = await close(service)
  expect(await idsMet(`company_time_off_id=${closed.id}`)).toEqual([met.id])
  const both = await close(service, { end_date: "2027-03-04" })
  expect(await idsMet(`company_time_off_id=${both.id}`)).toEqual([met.id, later.id])
  const own = await make(service, `/providers/${story.anaId}/time-off`, {
    ...{ start: "2027-03-03T15:30:00.000Z", end: "2027-03-03T18:00:00.000Z" },
  })
  expect(await idsMet(`time_off_id=${own.id}`)).toEqual([met.id])
  const [from, until] = [met.start_time, met.end_time]
  for (const touching of [
    { start: "2027-03-03T08:00:00.000Z", end: from },
    { start: until, end: "2027-03-03T22:00:00.000Z" },
  ]) {
    const { id } = await make(service, `/providers/${story.anaId}/time-off`, touching)
    expect(await idsMet(`time_off_id=${id}`)).toEqual([])
  }
  expect((await service.api("POST", `/appointments/${met.id}/cancel`, {})).status).toBe(200)
  expect(await idsMet(`time_off_id=${own.id}`)).toEqual([])
  expect((await service.api("GET", "/appointments?company_time_off_id=404404")).body.error).toMatchObject({
    ...{ code: "not_found", field: "company_time_off_id" },
  })
})

it("DS-13 the board, the list and the public page know the closed dates; wrong dates are refused", async () => {
  await using opened = await openStory()
  const { service, story } = opened
  await openPublicPage(service, story)
  const closed = await close(service)
  const { locations } = (await service.api("GET", `/board?date=${wednesday}`)).body.data
  expect(locations[0].closed).toEqual([
    { id: closed.id, start_date: wednesday, end_date: wednesday, reason: "Founders' day" },
  ])
  expect((await service.api("GET", "/board?date=2027-03-04")).body.data.locations[0].closed).toEqual([])
  expect((await service.api("GET", "/company/time-off?from=2027-03-03")).body.data).toEqual([closed])
  expect((await service.api("GET", "/company/time-off?from=2027-03-04")).body.data).toEqual([])
  for (const [fields, message] of [
    [{ end_date: "2027-03-02" }, "expected a date not before start_date"],
    [{ end_date: "2028-03-03" }, "expected at most 366 dates"],
    [{ end_date: "2027-02-30" }, "expected an existing date as YYYY-MM-DD"],
  ] as const) {
    const wrong = { start_date: wednesday, ...fields }
    const refused = await service.api("POST", "/company/time-off", wrong)
    expect([refused.status, refused.body.error.field]).toEqual([400, "end_date"])
    expect(refused.body.error.message).toContain(message)
  }
})

it("DS-13 a booking that is being made when dates are closed stands, and is among those that they meet", async () => {
  await using opened = await openStory()
  const { service, story } = opened
  for (let round = 0; round < 5; round += 1) {
    const startTime = new Date(Date.parse(nine) + round * 7 * 86_400_000).toISOString()
    const date = startTime.slice(0, 10)
    const [closed, booked] = await Promise.all([
      close(service, { start_date: date, end_date: date }),
      service.api("POST", "/appointments", bookingOf(story, { start_time: startTime })),
    ])
    const met = (await service.api("GET", `/appointments?company_time_off_id=${closed.id}`)).body.data
    expect(met.map(({ id }: { id: number }) => id)).toEqual(
      booked.status === 201 ? [booked.body.data.id] : [],
    )
  }
})

it("DS-13 the holidays of a country are offered to choose from", async () => {
  await using opened = await openStory()
  const { service } = opened
  const { data } = (await service.api("GET", "/holidays?country=US&year=2027")).body
  expect(data).toMatchObject({ country: "US", year: 2027 })
  expect(data.holidays).toContainEqual({ date: "2027-11-25", name: "Thanksgiving Day" })
  expect(data.holidays).toContainEqual({ date: "2027-12-25", name: "Christmas Day" })
  await put(service, "/company", { locale: "fr" })
  const inFrench = (await service.api("GET", "/holidays?country=CA&year=2027")).body.data.holidays
  expect(inFrench).toContainEqual({ date: "2027-12-25", name: "Noël" })
  // As it is spelled at home, and in English where French has no name.
  expect(data.holidays).toContainEqual({ date: "2027-09-06", name: "Labor Day" })
  const ofStates = (await service.api("GET", "/holidays?country=US&year=2027")).body.data.holidays
  expect(ofStates).toContainEqual({ date: "2027-05-31", name: "Memorial Day" })
  expect(ofStates).toContainEqual({ date: "2027-09-06", name: "Fête du travail" })
  for (const [query, field] of [
    ["country=XX&year=2027", "country"],
    ["country=usa&year=2027", "country"],
    ["country=US&year=1", "year"],
  ]) {
    const refused = await service.api("GET", `/holidays?${query}`)
    expect([refused.status, refused.body.error.field]).toEqual([400, field])
  }
})
