/** FX-07: two changes of one whole group, series or class at once. One wins; the other answers with the same end state. */
import { beforeAll, expect, it } from "vitest"
import type { Answer } from "../support/service.ts"
import { make, makeProvider, makeType, weekdays } from "../support/story.ts"
import { api2, letCallsMeet, meet, second, service, story } from "./meeting-calls.ts"

letCallsMeet()

type Data = ReturnType<typeof JSON.parse>

let cut: number
let colour: number
let dora: number
beforeAll(async () => {
  const plain = { min_notice_minutes: 0, booking_window_days: 365 }
  cut = await makeType(service, { name: "Cut", duration_minutes: 30, ...plain })
  colour = await makeType(service, { name: "Colour", ...plain })
  dora = await makeProvider(service, {
    name: "Dora",
    appointment_type_ids: [cut, colour],
    weekly_hours: weekdays(story.locationId),
  })
})

let day = 8
/** A weekday of March that no other test uses. */
function nextDay(): string {
  while (new Date(Date.UTC(2027, 2, day)).getUTCDay() % 6 === 0) day += 1
  day += 1
  return new Date(Date.UTC(2027, 2, day - 1)).toISOString().slice(0, 10)
}
const at = (date: string, time: string) => `${date}T${time}:00.000Z`
const outcome = ({ status, body }: Answer) => body.error?.code ?? `${status} ${body.data.status}`

const common = () => ({ customer_id: story.customerId, provider_id: dora, location_id: story.locationId })

async function group(date: string): Promise<Data[]> {
  const wish = { ...common(), appointment_type_ids: [cut, colour], start_time: at(date, "16:00") }
  return ((await make(service, "/appointments", wish)) as Data).appointments
}

let week = 0
/** Three days of a week of April or May that no other series has. */
async function series(): Promise<Data[]> {
  const monday = new Date(Date.UTC(2027, 3, 5 + 7 * week)).toISOString().slice(0, 10)
  week += 1
  const wish = { ...common(), appointment_type_id: colour, start_time: at(monday, "16:00") }
  const body = { ...wish, every: { days: 1 }, count: 3 }
  return (await service.api("POST", "/series", body)).body.data.appointments
}

const change =
  (api: typeof api2, id: number, what: string, body: object = {}) =>
  () =>
    api("POST", `/appointments/${id}/${what}`, body)

const states = async (all: Data[]): Promise<string[]> =>
  Promise.all(
    all.map(async ({ id }) => (await service.api("GET", `/appointments/${id}`)).body.data.status as string),
  )

const eventsOf = async (all: Data[]) => {
  const ids = new Set(all.map(({ id }) => id))
  const { data } = (await service.events()).body
  const own = data.filter((event: Data) => ids.has(event.data.appointment?.id))
  return own.map((event: Data) => event.type).filter((type: string) => type !== "appointment.created")
}

/** Lets `other` end before the second service reads which appointments change together. */
async function justBefore(other: () => Promise<Answer>, call: () => Promise<Answer>): Promise<Answer[]> {
  const { db } = second.context
  const { query } = db
  let first: Answer | null = null
  db.query = async (text, values) => {
    if (first === null && /WHERE a.company_id = \$1 AND a\.(group|series)_id = \$2/.test(text)) {
      db.query = query
      first = await other()
    }
    return query(text, values)
  }
  const answer = await call()
  db.query = query
  return [first!, answer]
}

it("FX-07 two cancels of one whole group at once: one raises the events, both answer that it is cancelled", async () => {
  const all = await group(nextDay())
  const [first, last] = [all[0]!.id, all[1]!.id]
  const answers = await meet("audit", change(service.api, first, "cancel"), change(api2, last, "cancel"))
  expect(answers.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect([await states(all), await eventsOf(all)]).toEqual([
    ["cancelled", "cancelled"],
    ["appointment.cancelled", "appointment.cancelled"],
  ])
})

it("FX-07 a group that is cancelled between the two reads of another cancel is cancelled for both", async () => {
  const all = await group(nextDay())
  const { id } = all[0]!
  const answers = await justBefore(change(service.api, id, "cancel"), change(api2, id, "cancel"))
  expect(answers.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect(await eventsOf(all)).toEqual(["appointment.cancelled", "appointment.cancelled"])
})

it("FX-07 a group that is cancelled between the two reads of a move is not said to stand", async () => {
  const date = nextDay()
  const all = await group(date)
  const { id } = all[0]!
  const move = change(api2, id, "reschedule", { start_time: at(date, "18:00") })
  const answers = await justBefore(change(service.api, id, "cancel"), move)
  expect(answers.map(outcome)).toEqual(["200 cancelled", "appointment_not_scheduled"])
  expect(await states(all)).toEqual(["cancelled", "cancelled"])
})

it("FX-07 two moves of one group to one time at once move it once, and both answer with its time", async () => {
  const date = nextDay()
  const all = await group(date)
  const start = { start_time: at(date, "18:00") }
  for (const together of [
    (one: () => Promise<Answer>, other: () => Promise<Answer>) => meet("audit", one, other),
    justBefore,
  ]) {
    const answers = await together(
      change(service.api, all[0]!.id, "reschedule", start),
      change(api2, all[0]!.id, "reschedule", start),
    )
    expect(answers.map(({ body }) => body.data?.start_time)).toEqual([start.start_time, start.start_time])
    start.start_time = at(date, "19:00")
  }
  const second = (await service.api("GET", `/appointments/${all[1]!.id}`)).body.data
  expect(second.start_time).toBe(at(date, "19:30"))
  expect(await eventsOf(all)).toHaveLength(4)
})

it("FX-07 one of a group that is cancelled alone while all are cancelled leaves nothing half", async () => {
  const all = await group(nextDay())
  const answers = await meet(
    "audit",
    change(service.api, all[1]!.id, "cancel", { whole_group: false }),
    change(api2, all[0]!.id, "cancel"),
  )
  expect(answers.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect(await states(all)).toEqual(["cancelled", "cancelled"])
  expect(await eventsOf(all)).toHaveLength(2)
})

it("FX-07 two cancels of one series at once, of all and of what follows, cancel each once", async () => {
  const all = await series()
  const answers = await meet(
    "audit",
    change(service.api, all[1]!.id, "cancel", { scope: "following" }),
    change(api2, all[0]!.id, "cancel", { scope: "all" }),
  )
  expect(answers.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect(await states(all)).toEqual(["cancelled", "cancelled", "cancelled"])
  expect(await eventsOf(all)).toHaveLength(3)
  const again = await series()
  const { id } = again[0]!
  const both = await justBefore(
    change(service.api, id, "cancel", { scope: "all" }),
    change(api2, id, "cancel", { scope: "all" }),
  )
  expect(both.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect(await eventsOf(again)).toHaveLength(3)
})

it("FX-07 a series that is cancelled in the midst of its move is refused to the move, and none of it stands", async () => {
  const all = await series()
  const start_time = all[0]!.start_time.replace("T16", "T18")
  const answers = await meet(
    "audit",
    change(service.api, all[0]!.id, "cancel", { scope: "all" }),
    change(api2, all[0]!.id, "reschedule", { scope: "all", start_time }),
  )
  expect(answers.map(outcome)).toEqual(["200 cancelled", "appointment_not_scheduled"])
  expect(await states(all)).toEqual(["cancelled", "cancelled", "cancelled"])
})

it("FX-07 a class that is cancelled twice at once, or moved meanwhile, ends once with all its seats", async () => {
  const typeId = await makeType(service, {
    name: "Yoga",
    seats: 4,
    min_notice_minutes: 0,
    booking_window_days: 365,
  })
  const provider_id = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId] })
  const put = { appointment_type_id: typeId, provider_ids: [provider_id], location_id: story.locationId }
  const start_time = at(nextDay(), "16:00")
  const { sessions } = (await make(service, "/class-sessions", { ...put, start_time })) as Data
  const path = `/class-sessions/${sessions[0].id}`
  const seat = await make(service, "/appointments", {
    ...common(),
    ...{ provider_id, appointment_type_id: typeId, start_time, seats: 2 },
  })
  const answers = await meet(
    "audit",
    () => service.api("DELETE", path),
    () => api2("DELETE", path),
  )
  expect(answers.map(outcome)).toEqual(["200 cancelled", "200 cancelled"])
  expect(await eventsOf([seat])).toEqual(["appointment.cancelled"])
  expect(answers[1].body.data).toEqual(answers[0].body.data)
  const moved = await api2("PUT", path, { start_time: at(nextDay(), "16:00") })
  expect(outcome(moved)).toBe("appointment_not_scheduled")
})
