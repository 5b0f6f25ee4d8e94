/** Callers' words about times, and an answer's words about those that it does not name. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { partsOfDay } from "../../../domain/model/agent/slots.ts"
import { clockOfMinute } from "../../../domain/model/fields.ts"
import { minuteToLocal } from "../../../domain/time/local-time.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { drawn } from "../../support/trials.ts"
import { openCompany, shareService } from "../company.ts"
import type { Conversation } from "../conversation.ts"
import { refusalOf } from "../conversation.ts"

shareService()

type Question = NonNullable<Parameters<Conversation["findSlots"]>[0]>

const dateOf = (day: number) => `2027-03-${String(day).padStart(2, "0")}`
const dates = fc
  .tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 10 }))
  .map(([first, days]) => ({ start_date: dateOf(first), end_date: dateOf(first + days) }))
const clock = fc.integer({ min: 8, max: 18 }).map((hour) => clockOfMinute(hour * 60))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const wishes: fc.Arbitrary<Partial<Question>> = fc.record({
  time_of_day: maybe(fc.constantFrom(...partsOfDay)),
  around: maybe(clock),
  weekdays: maybe(fc.constantFrom("monday", "tuesday, friday", "weekend")),
  after: maybe(clock),
  before: maybe(clock),
  order: maybe(fc.constantFrom("best", "earliest")),
})

interface Offer {
  provider_id: number
  location_id: number
  slots: { start_time: string }[]
}
const startsOf = (offers: readonly Offer[]) =>
  new Set(offers.flatMap(({ slots }) => slots.map(({ start_time }) => start_time)))
const pairsOf = (offers: readonly Offer[]) =>
  new Set(
    offers.flatMap(({ provider_id, slots }) => slots.map((slot) => `${provider_id} ${slot.start_time}`)),
  )

it("AV-02 more is true exactly when a free time of the dates is not named, whatever narrowed it", async () => {
  const { company, boiler, ana } = await openCompany()
  const call = await company.callFrom("stranger")
  const asked = fc.tuple(dates, wishes, maybe(fc.constant(ana)), fc.boolean())
  const property = fc.asyncProperty(asked, async ([range, wish, provider_id, isPacked]) => {
    await company.put(`/appointment-types/${boiler}`, { starts: isPacked ? "packed" : "grid" })
    const question = { appointment_type_id: boiler, ...range }
    const all: Offer[] = (await company.slots(question)).providers
    const given = Object.fromEntries(Object.entries({ ...wish, provider_id }).filter(([, each]) => each))
    const found = await call.findSlots({ ...question, ...given })
    const unnamed = startsOf(all).difference(startsOf(found.providers))
    if (unnamed.size > 0) {
      expect(found.more).toBe(true)
      expect(found.narrow_by).not.toEqual([])
    } else if (pairsOf(all).size === pairsOf(found.providers).size) expect(found.more).toBe(false)
  })
  await company.books({ start_time: "2027-03-03T15:00:00.000Z" })
  await company.books({ start_time: "2027-03-05T17:30:00.000Z" })
  await fc.assert(property, { ...drawn(150, 20_270_302), endOnFailure: true })
})

it("AV-02 what narrow_by names finds the rest", async () => {
  const { boiler, ana, company } = await openCompany()
  const call = await company.callFrom("sam")
  const day = { appointment_type_id: boiler, start_date: "2027-03-02", end_date: "2027-03-03" }
  const around = await call.findSlots({ ...day, around: "15:00" })
  expect(around).toMatchObject({ more: true })
  expect(around.narrow_by).toContain("around")
  const early = await call.findSlots({ ...day, around: "9:00" })
  expect([...startsOf(early.providers)]).toContain("2027-03-02T15:00:00.000Z")
  const morning = await call.findSlots({ ...day, time_of_day: "morning", provider_id: ana })
  expect(morning).toMatchObject({ more: true, narrow_by: ["time_of_day"] })
  const withAna = await call.findSlots({ ...day, provider_id: ana })
  expect(withAna).toMatchObject({ more: false, narrow_by: [] })
  await company.books({ start_time: "2027-03-02T15:00:00.000Z", override_eligibility: true })
  const withoutNine = await call.findSlots({ ...day, provider_id: ana })
  expect(withoutNine).toMatchObject({ more: false })
})

/** The index at which a sentence says the time of a slot: its clock behind its day, which is said once. */
function saidAt(sentence: string, slot: string): number {
  const [, day = "", clock = ""] = /^(.+?) at (\d+:\d\d [AP]M)/.exec(slot)!
  const spoken = clock === "12:00 PM" ? "noon" : clock.replace(":00", "")
  const from = sentence.indexOf(day)
  const after = sentence.slice(from).search(new RegExp(`(?<![\\d:])${spoken}`))
  expect([slot, from >= 0 && after >= 0]).toEqual([slot, true])
  return from + after
}

it("AV-03 the first said time is the earliest free one, within any dates and from a date on", async () => {
  const { company, boiler, ana, ben } = await openCompany()
  await company.put(`/appointment-types/${boiler}`, { starts: "packed", slot_interval_minutes: 60 })
  for (const [day, hour] of [
    [2, 15],
    [3, 17],
    [4, 15],
    [8, 16],
    [9, 15],
  ] as const) {
    const start_time = `2027-03-${String(day).padStart(2, "0")}T${hour}:00:00.000Z`
    await company.books({ start_time, provider_id: day % 2 === 0 ? ana : ben })
  }
  const call = await company.callFrom("stranger")
  const property = fc.asyncProperty(dates, fc.boolean(), async (range, isOpen) => {
    const searched = { appointment_type_id: boiler, ...range }
    const { end_date: _end, ...fromOn } = searched
    const question = isOpen ? fromOn : searched
    const all = startsOf((await company.slots(searched)).providers)
    const found = await call.findSlots({ ...question, order: "earliest" })
    if (found.recommended.length === 0) {
      expect(all.size).toBe(0)
      return
    }
    const starts = found.recommended.map(({ start_time }) => start_time)
    if (all.size > 0) expect(starts[0]).toBe([...all].sort()[0])
    expect(starts).toEqual([...starts].sort())
    const said = saidAt(found.say, found.recommended[0]!.say)
    for (const later of found.recommended.slice(1, 3))
      expect(saidAt(found.say, later.say)).toBeGreaterThan(said)
  })
  await fc.assert(property, { ...drawn(300, 20_270_303), endOnFailure: true })
})

it("TR-42 weekdays, after and before leave only such times; when there are none, it says so and offers others", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const weeks = { appointment_type_id: boiler, start_date: "2027-03-02", end_date: "2027-03-20" }
  const wish = { weekdays: "Mondays and Thursdays", after: "1 pm", before: "15:00" }
  const found = await call.findSlots({ ...weeks, ...wish })
  for (const start of startsOf(found.providers)) {
    const { day, minuteOfDay } = minuteToLocal("America/Chicago", Date.parse(start) / msPerMinute)
    expect([1, 4]).toContain(((day + 3) % 7) + 1)
    expect(minuteOfDay).toBeGreaterThanOrEqual(13 * 60)
    expect(minuteOfDay).toBeLessThan(15 * 60)
  }
  expect(found.recommended.length).toBeGreaterThan(0)
  const never = await call.findSlots({ ...weeks, weekdays: "weekend", after: "13:00", before: "15:00" })
  expect(never.say).toMatch(
    /^There is nothing free on Saturdays or Sundays after 1:00 PM before 3:00 PM\. At Downtown I have /,
  )
  expect(await refusalOf(call.findSlots({ ...weeks, weekdays: "someday" }))).toMatchObject({
    code: "invalid_input",
    field: "weekdays",
    message: "Which days of the week would suit you?",
  })
})

it("TR-42 something earlier is found before the time that the appointment has", async () => {
  const { company, boiler } = await openCompany()
  await company.put(`/appointment-types/${boiler}`, { cancel_notice_minutes: 0 })
  const { id } = await company.books({ start_time: "2027-03-10T20:00:00.000Z" })
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_id: id, sooner: true })
  const starts = [...startsOf(found.providers)]
  expect(starts.length).toBeGreaterThan(0)
  for (const start of starts) expect(start < "2027-03-10T20:00:00.000Z").toBe(true)
  expect(found.recommended[0]!.say).toBe("Monday, March 1 at 9:00 AM at Downtown")
  expect(await refusalOf(call.findSlots({ appointment_type_id: boiler, sooner: true }))).toMatchObject({
    code: "invalid_input",
    field: "sooner",
  })
  const first = await company.books({ start_time: "2027-03-01T15:00:00.000Z" })
  const none = await call.findSlots({ appointment_id: first.id, sooner: true })
  expect(none.say).toMatch(/^There is nothing free that is earlier\. /)
})
