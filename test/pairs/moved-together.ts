/** Follow-ups that come from outside: new rules of a time zone, appointments of another system, and a call. */
import { expect } from "vitest"
import { useZoneData } from "../../domain/time/zone-table.ts"
import { listShifted, moveShifted } from "../../service/booking/review-zones.ts"
import { companyNumber, talk } from "../support/agent.ts"
import { visitorOf } from "../support/public-page.ts"
import { put } from "../support/story.ts"
import { longDuration, type Together, type Way } from "./capabilities.ts"
import { expectedMinutes } from "./expected-minutes.ts"
import type { Booked } from "./follow-deeds.ts"
import { cancel, requestOf, takenNow } from "./pair-deeds.ts"
import { address, pageSlug, twinNumber, twinSlug } from "./pair-world.ts"
import type { Stage } from "./stage.ts"

const zone = "America/Chicago"

/** Texas stays in its winter's time: from its second Sunday of March on, all begins an hour later than it was booked. */
const noSummerTime = {
  source: "rules to come",
  version: null,
  names: [zone],
  canonical: (name: string) => name,
  periodsOf: (name: string) =>
    name === zone ? { starts: [Number.NEGATIVE_INFINITY], offsets: [-21_600], abbreviations: ["CST"] } : null,
}

/** Moves what the company has of this type and its next one, and says how each went. */
async function review({ service, typeId, nextId }: Stage): Promise<string[]> {
  const all = await listShifted(service.context, service.companyId)
  const own = all.filter((one) => {
    const record = "session" in one ? one.session : "appointment" in one ? one.appointment : null
    return record !== null && [typeId, nextId].includes(record.appointment_type_id)
  })
  return [...(await moveShifted(service.context, own)).values()]
}

export async function reviewZones({ stage, ids }: Booked): Promise<void> {
  const startOf = async () => (await stage.service.api("GET", `/appointments/${ids[0]}`)).body.data.start_time
  const [before, start] = [await takenNow(stage), await startOf()]
  const anHourOn = before.map((one) => ({ ...one, from: one.from + 60, to: one.to + 60 }))
  try {
    useZoneData(noSummerTime)
    const outcomes = await review(stage)
    expect(new Set(outcomes)).toEqual(new Set(["moved"]))
    expect(await takenNow(stage)).toEqual(anHourOn)
    expect(Date.parse(await startOf()) - Date.parse(start)).toBe(3_600_000)
  } finally {
    useZoneData(null)
  }
  await review(stage)
  expect([await takenNow(stage), await startOf()]).toEqual([before, start])
}

const weekMs = 7 * 86_400_000

/** The minutes of one more, which is a single appointment: no other service follows, and nothing repeats. */
const minutesOnce = (pair: Together, startTime: string) =>
  expectedMinutes(
    { ...pair, ways: new Set<Way>([...pair.ways].filter((way) => way === "with the long option")) },
    [Date.parse(startTime) / 60_000],
  )

/** By the customer on the public page, four weeks on, or a seat of the session that stands. */
export async function bookOnPage({ stage, start, later }: Booked): Promise<void> {
  const { service, pair, typeId, peopleIds, locationId, phone } = stage
  await put(service, `/appointment-types/${typeId}`, { public_booking: true })
  const isSeat = pair.ways.has("as a seat")
  const startTime = isSeat ? later : new Date(Date.parse(start) + 4 * weekMs).toISOString()
  const before = await takenNow(stage)
  // A test company's page asks strangers for a key.
  const visitor = pair.ways.has("in a test company")
    ? visitorOf(service, twinSlug, undefined, { authorization: `Bearer ${service.key}` })
    : visitorOf(service, pageSlug)
  await visitor.proves(phone)
  const length = pair.ways.has("with the long option") ? { durationOptionId: stage.optionId } : {}
  const wish = { typeId, providerId: peopleIds[0], locationId, startTime, ...length, ...pair.wish }
  const { status, error, data } = await visitor.book(wish)
  expect([status, error]).toEqual([201, undefined])
  const added = (await takenNow(stage)).length - before.length
  expect(added).toBe(isSeat ? 0 : minutesOnce(pair, startTime).length)
  await cancel(stage, [data.appointment.id])
  expect(await takenNow(stage)).toEqual(before)
}

/** By the customer on the phone, four weeks on, or a seat of the session that stands. */
export async function bookByAgent({ stage, start, later }: Booked): Promise<void> {
  const { service, pair, typeId, peopleIds, locationId, phone } = stage
  const isSeat = pair.ways.has("as a seat")
  const startTime = isSeat ? later : new Date(Date.parse(start) + 4 * weekMs).toISOString()
  const before = await takenNow(stage)
  // Staff ask for what is booked by request alone.
  const asked: { scheduling_request_id?: number } = await requestOf(stage, stage.customerId)
  const called_number = pair.ways.has("in a test company") ? twinNumber : companyNumber
  const call = await talk(service, phone, { called_number })
  const choice = { appointment_type_id: typeId, provider_id: peopleIds[0], location_id: locationId }
  const length = pair.ways.has("with the long option") ? { duration_option_id: stage.optionId } : {}
  const wish = { ...choice, ...length, ...pair.wish, start_time: startTime }
  const { status, body } = await call.tool("POST", "/appointments", wish)
  expect([status, body.error]).toEqual([201, undefined])
  const added = (await takenNow(stage)).length - before.length
  expect(added).toBe(isSeat ? 0 : minutesOnce(pair, startTime).length)
  await cancel(stage, [body.data.appointment?.id ?? body.data.id])
  if (asked.scheduling_request_id)
    await service.api("POST", `/scheduling-requests/${asked.scheduling_request_id}/cancel`, {})
  expect(await takenNow(stage)).toEqual(before)
}

/** A row that another system has agreed on, four weeks on, or for a seat of the session that stands. */
export async function importAnother({ stage, start, later }: Booked): Promise<void> {
  const { service, pair, typeId, peopleIds, locationId, roomId } = stage
  const isSeat = pair.ways.has("as a seat")
  const isLong = pair.ways.has("with the long option")
  const startTime = isSeat ? later : new Date(Date.parse(start) + 4 * weekMs).toISOString()
  const before = await takenNow(stage)
  const { latitude: _, longitude: __, ...cells } = address
  const row = {
    ...{ external_ref: `old-${typeId}`, start_time: startTime, name: `Ida Old ${typeId}`, ...cells },
    email: `old${typeId}@example.com`,
    ...{ appointment_type: String(typeId), provider: String(peopleIds[0]), location: String(locationId) },
    ...(isLong ? { minutes: String(longDuration) } : {}),
  }
  const { status, body } = await service.api("POST", "/imports/appointments", { rows: [row] })
  expect([status, body.data?.rows[0]]).toMatchObject([200, { fate: "made", reason: null }])
  // An agreed appointment takes as much as a booking.
  const wanted = minutesOnce(pair, startTime)
  const had = new Set(before.map((one) => JSON.stringify(one)))
  const added = (await takenNow(stage)).filter((one) => !had.has(JSON.stringify(one)))
  expect(added).toEqual(isSeat ? [] : wanted)
  expect(roomId === null || isSeat || added.some(({ of }) => of === "room")).toBe(true)
  const id = body.data.rows[0].id as number
  await cancel(stage, [id])
  expect(await takenNow(stage)).toEqual(before)
}
