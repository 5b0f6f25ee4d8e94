/** `POST /slots/explain-range` for several types in one visit: each start says what one call for it says, and what a search finds. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Data = ReturnType<typeof JSON.parse>

let cutId: number
let colourId: number
let dora: number
let emil: number
const at = (date: string, time: string) => `${date}T${time}:00.000Z`
const [first, second] = ["2027-03-09", "2027-03-10"]
const dates = { start_date: first, end_date: "2027-03-11" }
const post = (path: string, body?: unknown) => service.api("POST", path, body)

beforeAll(async () => {
  cutId = await makeType(service, { name: "Cut", duration_minutes: 30 })
  colourId = await makeType(service, { name: "Colour", duration_minutes: 60 })
  const hours = { weekly_hours: weekdays(story.locationId) }
  dora = await makeProvider(service, { name: "Dora", appointment_type_ids: [cutId, colourId], ...hours })
  emil = await makeProvider(service, { name: "Emil", appointment_type_ids: [colourId], ...hours })
  const book = async (provider_id: number, appointment_type_id: number, start_time: string) =>
    make(service, "/appointments", {
      ...{
        customer_id: await makeCustomer(service),
        location_id: story.locationId,
        override_eligibility: true,
      },
      ...{ provider_id, appointment_type_id, start_time },
    })
  await book(dora, cutId, at(first, "17:00"))
  await book(emil, colourId, at(first, "16:00"))
  await book(emil, colourId, at(first, "20:00"))
  await book(dora, colourId, at(first, "21:00"))
  await make(service, `/providers/${emil}/time-off`, { start: at(second, "14:00"), end: at(second, "23:00") })
  await book(dora, colourId, at(second, "19:00"))
})

const both = () => ({ appointment_type_ids: [cutId, colourId], location_id: story.locationId })

async function explainRange(more: object = {}): Promise<Data> {
  const { status, body } = await post("/slots/explain-range", { ...both(), ...dates, ...more })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}

/** Missing hours are reported for a run as a whole. */
const withoutMinutes = (reasons: Data[]) =>
  reasons.map(({ code, causes }) => [code, causes.map((one: Data) => one.id)])

it("CL-06 EX-02 RE-05 of each start a range says what one call for it says, and offers what a search offers", async () => {
  for (const more of [{}, { same_provider: true }, { provider_id: dora }]) {
    const searched = (await post("/slots", { ...both(), ...dates, ...more })).body.data
    const offered = searched.providers.flatMap(({ slots }: Data) =>
      slots.map((slot: Data) => slot.start_time),
    )
    const { providers, slot_interval_minutes: step } = await explainRange(more)
    expect(providers.map(({ provider_id }: Data) => provider_id)).toEqual([dora])
    const told: string[] = []
    let blockedStarts = 0
    for (const run of providers[0].runs) {
      if (run.blocked) blockedStarts += 1
      expect([run.blocked !== undefined && run.count > 1, run.offered && run.reasons.length > 0]).toEqual([
        false,
        false,
      ])
      for (let i = 0; i < run.count; i += 1) {
        const start_time = new Date(Date.parse(run.first_start_time) + i * step * 60_000).toISOString()
        if (run.offered) told.push(start_time)
        const isWorkingHours = Number(start_time.slice(11, 13)) >= 14
        if (!isWorkingHours) continue
        const same_provider = "provider_id" in more || "same_provider" in more
        const one = await post("/slots/explain", { ...both(), provider_id: dora, start_time, same_provider })
        const [alone] = one.body.data.starts
        expect([start_time, alone.offered]).toEqual([start_time, run.offered])
        expect(withoutMinutes(run.reasons)).toEqual(withoutMinutes(alone.reasons))
        expect(run.blocked ?? []).toEqual(alone.blocked)
      }
    }
    expect(told).toEqual(offered)
    expect([told.length > 5, blockedStarts > 2]).toEqual([true, true])
  }
})

it("CL-06 EX-02 what is blocked is needed: with the record that is named lifted the start is offered", async () => {
  const { providers } = await explainRange()
  const run = providers[0].runs.find(
    ({ first_start_time, blocked }: Data) => blocked && first_start_time > at(second, "18:00"),
  )
  const mine = run.blocked.filter(({ provider_id }: Data) => provider_id === dora)
  expect(mine[0].reasons).toMatchObject([{ code: "appointment" }])
  const [{ id }] = mine[0].reasons[0].causes
  await post(`/appointments/${id}/cancel`, {})
  const again = (await explainRange()).providers[0].runs
  const now = again.find(
    ({ first_start_time, last_start_time }: Data) =>
      first_start_time <= run.first_start_time && run.first_start_time <= last_start_time,
  )
  expect(now.offered).toBe(true)
})

it("CL-06 EX-02 a type that follows and is switched off blocks every start that the first has", async () => {
  await put(service, `/appointment-types/${colourId}`, { active: false })
  const { providers } = await explainRange()
  const runs = providers[0].runs
  expect(runs.filter(({ offered }: Data) => offered)).toEqual([])
  const [{ blocked }] = runs.filter((run: Data) => run.blocked)
  expect(blocked[0].reasons.map(({ code }: Data) => code)).toContain("type_inactive")
  const one = await post("/slots/explain", {
    ...{ ...both(), provider_id: dora, start_time: blocked[0].start_time },
  })
  expect(one.body.data.starts[0].offered).toBe(false)
  await put(service, `/appointment-types/${colourId}`, { active: true })
})

it("CL-06 EX-02 a range of several refuses what goes with one type alone, and what can't be one of several", async () => {
  const classId = await makeType(service, { name: "Yoga", seats: 8 })
  const fields: unknown[] = []
  for (const more of [
    { duration_option_id: 1 },
    { appointment_type_id: cutId },
    { appointment_type_ids: undefined, appointment_type_id: cutId, same_provider: true },
    { appointment_type_ids: [cutId, classId] },
    { appointment_type_ids: [cutId] },
  ]) {
    const { status, body } = await post("/slots/explain-range", { ...both(), ...dates, ...more })
    fields.push([status, body.error?.field])
  }
  expect(fields).toEqual(
    [
      "duration_option_id",
      "appointment_type_id",
      "same_provider",
      "appointment_type_ids[1]",
      "appointment_type_ids",
    ].map((field) => [400, field]),
  )
})
