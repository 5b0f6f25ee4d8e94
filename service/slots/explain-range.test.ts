/** `POST /slots/explain-range` over HTTP: many providers and days in one call, in parts where it is long. */
import { describe, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>
interface Reason extends Fields {
  code: string
  causes: Fields[]
}
interface StartRun {
  first_start_time: string
  last_start_time: string
  count: number
  offered: boolean
  reasons: Reason[]
}
interface Entry {
  provider_id: number
  location_id: number
  runs: StartRun[]
}

const post = (path: string, body?: unknown) => service.api("POST", path, body)
const days = { start_date: "2027-03-02", end_date: "2027-03-05" }

async function explainRange(fields: Fields): Promise<{ providers: Entry[]; more_from: string | null }> {
  const { status, body } = await post("/slots/explain-range", { ...days, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

/** A type with providers of the test's own. */
async function newType(fields: Fields = {}, providers = 2): Promise<{ typeId: number; ids: number[] }> {
  const typeId = await makeType(service, { name: "Chimney sweep", ...fields })
  const ids: number[] = []
  for (let i = 0; i < providers; i++) {
    ids.push(
      await makeProvider(service, {
        ...{ name: `Gil Novak ${i}`, appointment_type_ids: [typeId] },
        weekly_hours: weekdays(story.locationId),
      }),
    )
  }
  return { typeId, ids }
}

const minute = 60_000
const startsOf = ({ providers }: { providers: Entry[] }, step = 30) =>
  providers.flatMap(({ provider_id, runs }) =>
    runs.flatMap(({ first_start_time, count, offered, reasons }) =>
      Array.from({ length: count }, (_, i) => ({
        provider_id,
        start_time: new Date(Date.parse(first_start_time) + i * step * minute).toISOString(),
        offered,
        codes: reasons.map(({ code }) => code).join(),
        // Missing hours are reported for the run.
        causes: reasons.flatMap(({ causes }) =>
          causes.filter(({ kind }) => !/^(weekly|date)_/.test(`${kind}`)),
        ),
      })),
    ),
  )

describe("many providers and days", () => {
  it("RE-05 says of each start what one call a provider and day says, and offers what a search offers", async () => {
    const { typeId, ids } = await newType({ daily_limit: 2, buffer_after_minutes: 15 })
    const [first, second] = ids as [number, number]
    await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: typeId, provider_id: first },
      start_time: "2027-03-03T16:00:00.000Z",
    })
    await make(service, `/providers/${second}/time-off`, {
      ...{ start: "2027-03-03T18:00:00.000Z", end: "2027-03-04T20:00:00.000Z" },
    })
    await put(service, `/providers/${second}/hours`, {
      date_overrides: [
        { location_id: story.locationId, date: "2027-03-02", intervals: [{ start: "10:10", end: "12:00" }] },
      ],
    })
    const range = await explainRange({ appointment_type_id: typeId })
    expect(range.providers.map(({ provider_id }) => provider_id)).toEqual(ids)
    expect(range.more_from).toBeNull()
    const alone: ReturnType<typeof startsOf> = []
    for (const provider_id of ids) {
      for (const date of ["2027-03-02", "2027-03-03", "2027-03-04"]) {
        const { body } = await post("/slots/explain", { appointment_type_id: typeId, provider_id, date })
        for (const { start_time, offered, reasons } of body.data.starts) {
          const runs = [{ first_start_time: start_time, last_start_time: "", count: 1, offered, reasons }]
          alone.push(...startsOf({ providers: [{ provider_id, location_id: 0, runs }] }))
        }
      }
    }
    const inOrder = (starts: typeof alone) =>
      starts.toSorted((a, b) => a.provider_id - b.provider_id || a.start_time.localeCompare(b.start_time))
    expect(inOrder(startsOf(range))).toEqual(inOrder(alone))
    expect(new Set(alone.map(({ codes }) => codes)).size).toBeGreaterThan(4)
    const { body: search } = await post("/slots", { appointment_type_id: typeId, ...days })
    const found = search.data.providers.flatMap(
      (entry: { provider_id: number; slots: { start_time: string }[] }) =>
        entry.slots.map(({ start_time }) => `${entry.provider_id} ${start_time}`),
    )
    const offered = inOrder(startsOf(range)).filter((start) => start.offered)
    expect(offered.map(({ provider_id, start_time }) => `${provider_id} ${start_time}`)).toEqual(found)
  })

  it("RE-05 tells a closed night as one run, with all minutes that the hours lack", async () => {
    const { typeId } = await newType({}, 1)
    const { providers } = await explainRange({ appointment_type_id: typeId })
    expect(providers[0]!.runs).toHaveLength(9)
    expect(providers[0]!.runs.slice(0, 2)).toMatchObject([
      {
        ...{
          first_start_time: "2027-03-02T06:00:00.000Z",
          last_start_time: "2027-03-02T14:30:00.000Z",
          count: 18,
        },
        offered: false,
        reasons: [
          {
            code: "closed",
            causes: [
              {
                kind: "weekly_hours",
                value: 2,
                from: "2027-03-02T06:00:00.000Z",
                to: "2027-03-02T15:00:00.000Z",
              },
            ],
          },
        ],
      },
      { first_start_time: "2027-03-02T15:00:00.000Z", count: 15, offered: true, reasons: [] },
    ])
  })

  it("RE-05 each location of a provider by itself, who are not active only by name, a move with its own provider", async () => {
    const uptown = await makeLocation(service, { name: "Uptown" })
    const { typeId, ids } = await newType()
    const [here, gone] = ids as [number, number]
    await put(service, `/providers/${here}/hours`, {
      weekly_hours: [...weekdays(story.locationId, "09:00", "12:00"), ...weekdays(uptown, "13:00", "17:00")],
    })
    const { id } = await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: typeId, provider_id: here },
      ...{ location_id: uptown, start_time: "2027-03-02T19:00:00.000Z" },
    })
    await put(service, `/providers/${gone}`, { active: false })
    const keysOf = ({ providers }: { providers: Entry[] }) =>
      providers.map(({ provider_id, location_id }) => [provider_id, location_id])
    expect(keysOf(await explainRange({ appointment_type_id: typeId }))).toEqual([
      [here, story.locationId],
      [here, uptown],
    ])
    const named = await explainRange({ appointment_type_id: typeId, provider_id: gone })
    expect(keysOf(named)).toEqual([[gone, story.locationId]])
    expect(startsOf(named).every(({ codes }) => codes.startsWith("provider_inactive"))).toBe(true)
    const move = await explainRange({ appointment_id: id })
    expect(keysOf(move)).toEqual([[here, uptown]])
    const own = startsOf(move).find(({ start_time }) => start_time === "2027-03-02T19:00:00.000Z")
    expect(own!.offered).toBe(true)
  })

  it("RE-05 explains what staff judgement leaves", async () => {
    const { typeId } = await newType({ min_notice_minutes: 50_000 })
    const codes = async (fields: Fields) =>
      new Set(
        startsOf(await explainRange({ appointment_type_id: typeId, ...fields })).map((start) => start.codes),
      )
    expect(await codes({})).toEqual(new Set(["closed,notice", "notice"]))
    expect(await codes({ override_eligibility: true })).toEqual(new Set(["closed", ""]))
  })
})

it("RE-05 SE-04 no answer is longer than 4 MB: further parts hold the rest, each date once", async () => {
  const { typeId, ids } = await newType({ slot_interval_minutes: 5, booking_window_days: 365 }, 12)
  // On a grid of five minutes from an odd opening every other start is off the grid, with a run of its own.
  const hours = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    Array.from({ length: 10 }, (_, i) => ({
      ...{ location_id: story.locationId, weekday },
      ...{ start: `${`${2 * i}`.padStart(2, "0")}:01`, end: `${`${2 * i + 1}`.padStart(2, "0")}:36` },
    })),
  )
  for (const id of ids) await put(service, `/providers/${id}/hours`, { weekly_hours: hours })
  const asked = { appointment_type_id: typeId, start_date: "2027-04-05", end_date: "2027-05-06" }
  const seen: string[] = []
  let parts = 0
  for (let more_from: string | null = null; parts === 0 || more_from !== null; parts += 1) {
    const more: Fields = more_from === null ? {} : { more_from }
    const data: Awaited<ReturnType<typeof explainRange>> = await explainRange({ ...asked, ...more })
    const bytes = Buffer.byteLength(JSON.stringify({ success: true, data }))
    expect(bytes).toBeLessThanOrEqual(4 * 1_048_576)
    for (const { provider_id, runs } of data.providers)
      for (const { first_start_time } of runs) seen.push(`${provider_id} ${first_start_time}`)
    more_from = data.more_from
  }
  expect(parts).toBeGreaterThan(1)
  expect(new Set(seen).size).toBe(seen.length)
  const lastDay = { ...asked, start_date: "2027-05-05" }
  const last = await explainRange(lastDay)
  const ofLastDay = last.providers.flatMap(({ provider_id, runs }) =>
    runs.map(({ first_start_time }) => `${provider_id} ${first_start_time}`),
  )
  expect(seen).toEqual(expect.arrayContaining(ofLastDay))
})

describe("what it refuses", () => {
  it.each([
    [{ end_date: "2027-04-03" }, "end_date"],
    [{ start_date: "2027-03-05" }, "end_date"],
    [{ date: "2027-03-02" }, "date"],
    [{ all_starts: true }, "all_starts"],
    [{ more_from: "x" }, "more_from"],
    [{ appointment_type_id: undefined }, "appointment_type_id"],
  ])("RE-05 GE-02 %j is 400", async (fields, field) => {
    const { status, body } = await post("/slots/explain-range", {
      ...{ appointment_type_id: story.typeId, ...days },
      ...fields,
    })
    expect(status).toBe(400)
    expect(body.error.field).toBe(field)
  })

  it("RE-05 what is unknown is 404; a named provider without hours needs a location", async () => {
    const asked = { appointment_type_id: story.typeId, ...days }
    const statusOf = async (fields: Fields) =>
      (await post("/slots/explain-range", { ...asked, ...fields })).status
    expect(await statusOf({ appointment_type_id: 999_999_999 })).toBe(404)
    expect(await statusOf({ provider_id: 999_999_999 })).toBe(404)
    expect(await statusOf({ location_id: 999_999_999 })).toBe(404)
    const { typeId } = await newType({}, 0)
    const provider_id = await makeProvider(service, { name: "Ida Lund", weekly_hours: [] })
    const without = await post("/slots/explain-range", { ...asked, appointment_type_id: typeId, provider_id })
    expect(without.body.error.field).toBe("location_id")
    expect((await explainRange({ appointment_type_id: typeId })).providers).toEqual([])
  })
})
