/** An agent hears few times at once. By what an answer says to narrow, it can find every one. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { partsOfDay, type TimeOfDay } from "../../../domain/model/agent/slots.ts"
import { clockOfMinute } from "../../../domain/model/fields.ts"
import { drawn } from "../../support/trials.ts"
import { openCompany, shareService } from "../company.ts"
import type { Conversation } from "../conversation.ts"

shareService()

type Question = Parameters<Conversation["findSlots"]>[0]

const days = ["2027-03-02", "2027-03-03", "2027-03-04"]
const aroundEveryMinutes = 30

/** Searches as `narrow_by` tells it, from all days to a time of the clock, until nothing more is left out. */
async function everyStart(call: Conversation, question: Question): Promise<Set<string>> {
  const found = await call.findSlots(question)
  const starts = new Set(found.providers.flatMap(({ slots }) => slots.map(({ start_time }) => start_time)))
  const narrower = narrowed(question, found.more ? found.narrow_by : [])
  const others = await Promise.all(narrower.map((each) => everyStart(call, each)))
  return others.reduce((all, some) => all.union(some), starts)
}

function narrowed(question: Question = {}, narrowBy: readonly string[]): Question[] {
  if (question.around) return []
  if (narrowBy.includes("end_date"))
    return days.slice(1).map((end_date, i) => ({ ...question, start_date: days[i]!, end_date }))
  const isWhole = question.time_of_day === undefined
  if (narrowBy.includes("time_of_day") && isWhole)
    return partsOfDay.map((time_of_day) => ({ ...question, time_of_day }))
  if (!narrowBy.includes("around") || isWhole) return []
  const [from, until] = clocks[question.time_of_day!]
  const count = (until - from) / aroundEveryMinutes
  return Array.from({ length: count }, (_, i) => ({
    ...question,
    around: clockOfMinute(from + i * aroundEveryMinutes),
  }))
}

/** As far as somebody works then. */
const clocks: Record<TimeOfDay, readonly [number, number]> = {
  morning: [6 * 60, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, 22 * 60],
}

/** From and until when somebody works, on weekdays: between six and ten at night. */
const workingHours = fc
  .tuple(fc.integer({ min: 72, max: 120 }), fc.integer({ min: 24, max: 144 }))
  .map(([start, length]) => [start * 5, (start + length) * 5] as const)

const offers = fc.record({
  slot_interval_minutes: fc.constantFrom(5, 10, 15, 30),
  duration: fc.constantFrom({ duration_minutes: 25 }, { blocks: [60, 60, 60] }),
  people: fc.tuple(workingHours, workingHours, workingHours),
  longName: fc.boolean(),
})

it("TR-42 every distinct free start is found by narrowing as the answers say", async () => {
  const property = fc.asyncProperty(offers, async ({ slot_interval_minutes, duration, people, longName }) => {
    const { company, tuning, ana, ben, cleo, austin, denver } = await openCompany()
    await company.put(`/appointment-types/${tuning}`, { slot_interval_minutes, ...duration })
    if (longName)
      await company.put(`/locations/${austin}`, { name: "The Old Workshop Behind the Railway Station" })
    const locations = { [ana]: austin, [ben]: austin, [cleo]: denver }
    for (const [i, id] of [ana, ben, cleo].entries()) {
      const [start, end] = people[i]!.map(clockOfMinute)
      const weekly_hours = [1, 2, 3, 4, 5].map((weekday) => ({
        location_id: locations[id],
        weekday,
        start,
        end,
      }))
      await company.put(`/providers/${id}/hours`, { weekly_hours })
    }
    const question = { appointment_type_id: tuning, start_date: days[0]!, end_date: days.at(-1)! }
    const all = await company.slots(question)
    const expected = all.providers.flatMap((each: { slots: { start_time: string }[] }) =>
      each.slots.map(({ start_time }) => start_time),
    )
    const found = await everyStart(await company.callFrom("sam"), question)
    expect([...found].sort()).toEqual([...new Set<string>(expected)].sort())
  })
  await fc.assert(property, { ...drawn(8, 20_270_301), endOnFailure: true })
})

it("TR-42 without dates the first free time comes first, also in a part of the day", async () => {
  const { company, boiler, refit } = await openCompany()
  const call = await company.callFrom("sam")
  const first = await call.findSlots({ appointment_type_id: boiler })
  expect(first.recommended[0]).toMatchObject({ say: "Monday, March 1 at 9:00 AM at Downtown" })
  const afternoon = await call.findSlots({ appointment_type_id: boiler, time_of_day: "afternoon" })
  expect(afternoon.recommended[0]).toMatchObject({ say: "Monday, March 1 at 12:00 PM at Downtown" })
  const byThen = await call.findSlots({ appointment_type_id: refit, end_date: "2027-03-03" })
  expect(byThen.recommended[0]).toMatchObject({ say: "two days from Monday, March 1, at 9 AM at Downtown" })
  const { narrow_by } = await call.findSlots({ appointment_type_id: boiler, start_date: "2027-03-30" })
  expect(narrow_by).toEqual(["end_date", "time_of_day", "around", "provider_id"])
})

it("TR-42 a wish for a time goes with a move, and says when nothing is free then", async () => {
  const { company, boiler } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const moved = { appointment_id: id, start_date: days[0]!, end_date: days[1]! }
  const around = await call.findSlots({ ...moved, around: "3 pm" })
  expect(around.recommended[0]).toMatchObject({ say: "Tuesday, March 2 at 3:00 PM at Downtown" })
  const evening = await call.findSlots({ ...moved, time_of_day: "evening" })
  expect(evening.say).toMatch(
    /^There is nothing free in the evening\. At Downtown I have Tuesday, March 2 at /,
  )
  const late = await call.findSlots({
    appointment_type_id: boiler,
    start_date: days[0]!,
    end_date: days[1]!,
    around: "22:00",
  })
  expect(late.say).toMatch(/^There is nothing free around 10:00 PM\. /)
  expect(late.recommended[0]).toMatchObject({ say: "Tuesday, March 2 at 4:00 PM at Downtown" })
})

it("TR-47 an answer stays within 8 KB, also where names are as long as they may be", async () => {
  const { company, refit, boiler, austin, ana, ben } = await openCompany()
  const call = await company.callFrom("sam")
  const month = { start_date: days[0]!, end_date: "2027-04-02" }
  const bytesOf = async (type: number) => {
    const found = await call.findSlots({ appointment_type_id: type, ...month })
    expect(found.recommended).not.toEqual([])
    return Buffer.byteLength(JSON.stringify(found))
  }
  expect(await bytesOf(boiler)).toBeLessThan(8_000)
  await company.put(`/locations/${austin}`, { name: "é".repeat(200) })
  for (const id of [ana, ben]) await company.put(`/providers/${id}`, { name: `${id} ${"é".repeat(190)}` })
  await company.put(`/appointment-types/${refit}`, { blocks: Array(10).fill(60) })
  for (const type of [boiler, refit]) expect(await bytesOf(type)).toBeLessThan(8_000)
})
