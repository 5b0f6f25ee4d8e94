/** `POST /board/starts` over HTTP: all starts of a move or booking, the same as the searches of each provider find. */
import { beforeAll, describe, expect, it } from "vitest"
import { type BenchCompany, makeBenchCompany, searchedDates } from "../../bench/bench-company.ts"
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
import { makeUser, signedIn } from "../../test/support/users.ts"

shareOneStory()

type Fields = Record<string, unknown>
interface Run {
  first_start_time: string
  last_start_time: string
  count: number
  offered: boolean
  blocks?: { start_time: string; end_time: string }[]
}
interface Starts {
  provider_id: number
  location_id: number
  runs: Run[]
}

const tuesday = { start_date: "2027-03-02", end_date: "2027-03-03" }
const post = (path: string, body: Fields, options = {}) => service.api("POST", path, body, options)

async function findStarts(fields: Fields) {
  const { status, body } = await post("/board/starts", { ...tuesday, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as {
    providers: Starts[]
    block_minutes: number[]
    best: { provider_id: number; start_time: string; drive_minutes: number | null }[]
    dates: { date: string; offered: number }[]
    reason: string | null
    more_from: string | null
  }
}

const expand = ({ first_start_time, last_start_time, count }: Run): string[] => {
  const [first, last] = [Date.parse(first_start_time), Date.parse(last_start_time)]
  const stepMs = count === 1 ? 0 : (last - first) / (count - 1)
  return Array.from({ length: count }, (_, at) => new Date(first + at * stepMs).toISOString())
}

/** As "provider location time", sorted. */
const startsIn = (providers: readonly Starts[], isWanted: (run: Run) => boolean = () => true) =>
  providers
    .flatMap(({ provider_id, location_id, runs }) =>
      runs.filter(isWanted).flatMap((run) => expand(run).map((at) => `${provider_id} ${location_id} ${at}`)),
    )
    .sort()

/** The starts that a search of one provider at one location finds. */
async function searched(provider_id: number, location_id: number, fields: Fields): Promise<string[]> {
  const { body } = await post("/slots", { ...tuesday, provider_id, location_id, all_starts: true, ...fields })
  const found = (body.data?.providers ?? []) as { slots: { start_time: string }[] }[]
  return found.flatMap(({ slots }) => slots.map((slot) => `${provider_id} ${location_id} ${slot.start_time}`))
}

const book = (fields: Fields) =>
  make(service, "/appointments", { appointment_type_id: story.typeId, provider_id: story.anaId, ...fields })

describe("DS-03 the starts of a move", () => {
  let northId: number
  let dinaId: number
  let movedId: number
  beforeAll(async () => {
    northId = await makeLocation(service, { name: "North", timezone: "America/Denver" })
    dinaId = await makeProvider(service, {
      name: "Dina Rose",
      appointment_type_ids: [story.typeId],
      weekly_hours: [
        { location_id: story.locationId, weekday: 2, start: "09:00", end: "11:30" },
        { location_id: northId, weekday: 2, start: "13:00", end: "18:00" },
      ],
    })
    movedId = (await book({ customer_id: story.customerId, start_time: "2027-03-02T16:00:00.000Z" })).id
    const other = await makeCustomer(service, { name: "Rosa Lind" })
    await book({ customer_id: other, provider_id: story.benId, start_time: "2027-03-02T17:00:00.000Z" })
    await book({
      customer_id: other,
      provider_id: dinaId,
      location_id: northId,
      start_time: "2027-03-02T21:00:00.000Z",
    })
  })

  it("DS-03 are those that the searches of each provider and location find, by the rules and by judgement", async () => {
    const places: [number, number][] = [
      [story.anaId, story.locationId],
      [story.benId, story.locationId],
      [dinaId, story.locationId],
      [dinaId, northId],
    ]
    const asked = { appointment_id: movedId, all_starts: true }
    const search = async (override_eligibility: boolean) => {
      const each = places.map(([provider, location]) =>
        searched(provider, location, { ...asked, override_eligibility }),
      )
      return (await Promise.all(each)).flat().sort()
    }
    const { providers } = await findStarts({ ...asked, override_eligibility: true })
    expect(startsIn(providers, ({ offered }) => offered)).toEqual(await search(false))
    expect(startsIn(providers)).toEqual(await search(true))
    expect(startsIn((await findStarts(asked)).providers)).toEqual(await search(false))
    // Beyond the booking window.
    const june = { start_date: "2027-06-01", end_date: "2027-06-02", ...asked, override_eligibility: true }
    const late = (await findStarts(june)).providers
    expect(startsIn(late).length).toBeGreaterThan(0)
    expect(startsIn(late, ({ offered }) => offered)).toEqual([])
  })

  it("DS-03 tells starts that are evenly apart as one run, and which of them only judgement allows", async () => {
    const { providers } = await findStarts({ appointment_id: movedId, provider_ids: [story.benId] })
    expect(providers.map(({ provider_id }) => provider_id)).toEqual([story.benId])
    expect(providers[0]!.runs).toEqual([
      {
        first_start_time: "2027-03-02T15:00:00.000Z",
        last_start_time: "2027-03-02T16:00:00.000Z",
        count: 3,
        offered: true,
      },
      {
        first_start_time: "2027-03-02T18:00:00.000Z",
        last_start_time: "2027-03-02T22:00:00.000Z",
        count: 9,
        offered: true,
      },
    ])
  })

  it("DS-03 names the ten best, at most three of a date and never the present one, and counts each date", async () => {
    const fields = { appointment_id: movedId, end_date: "2027-03-12", with_starts: false }
    const { best, dates, providers } = await findStarts(fields)
    expect(providers).toEqual([])
    expect(best).toHaveLength(10)
    const perDate = Map.groupBy(best, ({ start_time }) => start_time.slice(0, 10))
    expect(Math.max(...[...perDate.values()].map(({ length }) => length))).toBe(3)
    const present = best.filter(
      ({ provider_id, start_time }) =>
        provider_id === story.anaId && start_time === "2027-03-02T16:00:00.000Z",
    )
    expect(present).toEqual([])
    const shown = startsIn((await findStarts({ ...fields, with_starts: true })).providers)
    expect(dates.reduce((sum, { offered }) => sum + offered, 0)).toBe(shown.length)
    expect(dates.map(({ date }) => date)).not.toContain("2027-03-06")
  })

  it("DS-03 are judged for all providers, also of a customer to whom one is assigned", async () => {
    const customer = await makeCustomer(service, { name: "Abe Nord", assigned_provider_id: story.anaId })
    const { id } = await book({ customer_id: customer, start_time: "2027-03-03T16:00:00.000Z" })
    await put(service, "/company", { provider_assignment: "per_customer" })
    const { providers } = await findStarts({ appointment_id: id })
    await put(service, "/company", { provider_assignment: "none" })
    const bens = startsIn(providers.filter(({ provider_id }) => provider_id === story.benId))
    expect(bens.length).toBeGreaterThan(0)
    // Rosa is there.
    expect(bens).not.toContain(`${story.benId} ${story.locationId} 2027-03-02T17:00:00.000Z`)
  })
})

it("DS-03 of a job over several days each start stands alone, with its days", async () => {
  const refitId = await makeType(service, { name: "Refit", blocks: [480, 240] })
  const provider_id = await makeProvider(service, {
    name: "Gil",
    appointment_type_ids: [refitId],
    weekly_hours: weekdays(story.locationId),
  })
  const { providers, block_minutes } = await findStarts({ appointment_type_id: refitId })
  expect(block_minutes).toEqual([480, 240])
  expect(providers).toEqual([
    expect.objectContaining({
      provider_id,
      runs: [
        {
          first_start_time: "2027-03-02T15:00:00.000Z",
          last_start_time: "2027-03-02T15:00:00.000Z",
          count: 1,
          offered: true,
          blocks: [
            { start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-02T23:00:00.000Z" },
            { start_time: "2027-03-03T15:00:00.000Z", end_time: "2027-03-03T19:00:00.000Z" },
          ],
        },
      ],
    }),
  ])
})

describe("DS-03 what is refused", () => {
  it.each([
    ["no type and no appointment", () => ({}), 400, "invalid_input"],
    ["an unknown appointment", () => ({ appointment_id: 404_404 }), 404, "not_found"],
    ["an unknown type", () => ({ appointment_type_id: 404_404 }), 404, "not_found"],
    [
      "more than 31 days",
      () => ({ appointment_type_id: story.typeId, end_date: "2027-04-03" }),
      400,
      "invalid_input",
    ],
    [
      "no provider named",
      () => ({ appointment_type_id: story.typeId, provider_ids: [] }),
      400,
      "invalid_input",
    ],
    [
      "too many providers",
      () => ({
        appointment_type_id: story.typeId,
        provider_ids: Array.from({ length: 501 }, (_, at) => at + 1),
      }),
      400,
      "invalid_input",
    ],
    [
      "a mark of no answer",
      () => ({ appointment_type_id: story.typeId, more_from: "x" }),
      400,
      "invalid_input",
    ],
    ["an unknown field", () => ({ appointment_type_id: story.typeId, provider_id: 1 }), 400, "invalid_input"],
  ])("DS-03 %s", async (_, fields, status, code) => {
    const answer = await post("/board/starts", { ...tuesday, ...fields() })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  it("DS-03 an appointment that was cancelled", async () => {
    const { id } = await book({ customer_id: story.customerId, start_time: "2027-03-08T16:00:00.000Z" })
    await post(`/appointments/${id}/cancel`, {})
    const { status, body } = await post("/board/starts", { ...tuesday, appointment_id: id })
    expect([status, body.error.code]).toEqual([409, "appointment_not_scheduled"])
  })

  it("DS-03 a type that needs a request, unless staff judgement is asked for: then nothing is offered", async () => {
    const typeId = await makeType(service, { name: "By request", kind: "by_request" })
    await put(service, `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, typeId] })
    const asked = { appointment_type_id: typeId, customer_id: story.customerId }
    const { status, body } = await post("/board/starts", { ...tuesday, ...asked })
    expect([status, body.error.code]).toEqual([409, "request_needed"])
    const { providers, best } = await findStarts({ ...asked, override_eligibility: true })
    expect(best).toEqual([])
    expect(startsIn(providers).length).toBeGreaterThan(0)
    expect(startsIn(providers, ({ offered }) => offered)).toEqual([])
  })

  it("DS-03 several services of which one needs a request, unless staff judgement is asked for", async () => {
    const typeId = await makeType(service, { name: "By request too", kind: "by_request" })
    await put(service, `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, typeId] })
    const asked = { customer_id: story.customerId, appointment_type_ids: [story.typeId, typeId] }
    const { status, body } = await post("/board/starts", { ...tuesday, ...asked })
    expect([status, body.error.code]).toEqual([409, "request_needed"])
    const { providers, best } = await findStarts({ ...asked, override_eligibility: true })
    expect(best).toEqual([])
    expect(startsIn(providers).length).toBeGreaterThan(0)
    expect(startsIn(providers, ({ offered }) => offered)).toEqual([])
  })

  it("DS-03 a location whose area leaves the customer out, unless staff judgement is asked for", async () => {
    const centre = { latitude: 30.27, longitude: -97.74 }
    const locationId = await makeLocation(service, {
      ...{ name: "Near", ...centre, service_area: { kind: "radius", km: 5 } },
    })
    const typeId = await makeType(service, { name: "At home", place: "at_customer" })
    await makeProvider(service, {
      ...{ name: "Hedy", appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) },
    })
    const far = { latitude: 32.78, longitude: -96.8 }
    const asked = { appointment_type_id: typeId, location_id: locationId, ...far }
    const { status, body } = await post("/board/starts", { ...tuesday, ...asked })
    expect([status, body.error.code, body.error.field]).toEqual([400, "filter_not_usable", "location_id"])
    const { providers, best } = await findStarts({ ...asked, override_eligibility: true })
    expect(best).toEqual([])
    expect(startsIn(providers).length).toBeGreaterThan(0)
    expect(startsIn(providers, ({ offered }) => offered)).toEqual([])
  })

  it("DS-03 a caller without a key; every member of staff may ask", async () => {
    const asked = { ...tuesday, appointment_type_id: story.typeId }
    expect((await post("/board/starts", asked, { key: null })).status).toBe(401)
    const token = await signedIn(service, (await makeUser(service, { role: "member" })).email)
    expect((await post("/board/starts", asked, { key: token })).status).toBe(200)
  })
})

describe("DS-03 a long answer", () => {
  let clinic: BenchCompany
  beforeAll(async () => {
    clinic = await makeBenchCompany(service.context, { providers: 60, busyEach: 40, slotIntervalMinutes: 5 })
    const type = { blocks: [60, 60] }
    await service.api("PUT", `/appointment-types/${clinic.typeId}`, type, { key: clinic.apiKey })
  })

  it("DS-03 comes in parts below 4 MB, which together hold each provider once", async () => {
    const seen: number[] = []
    let parts = 0
    for (let more_from: string | null | undefined; parts === 0 || more_from; parts += 1) {
      const question = {
        appointment_type_id: clinic.typeId,
        ...searchedDates,
        ...(more_from ? { more_from } : {}),
      }
      const { body } = await post("/board/starts", question, { key: clinic.apiKey })
      expect(JSON.stringify(body).length).toBeLessThan(4 * 1_048_576)
      expect(body.data.best.length > 0).toBe(parts === 0)
      seen.push(...body.data.providers.map((each: Starts) => each.provider_id))
      more_from = body.data.more_from
    }
    expect(parts).toBeGreaterThan(1)
    expect(seen).toEqual(clinic.providerIds.toSorted((a, b) => a - b))
  })
})

it("WN-01 of a type that promises windows, starts are windows, as long as they are promised", async () => {
  const typeId = await makeType(service, {
    ...{ name: "Repair", place: "at_customer", promise: { kind: "window", minutes: 120 } },
  })
  const providerId = await makeProvider(service, {
    ...{ name: "Cleo Diaz", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) },
  })
  const customer_id = await makeCustomer(service, {
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.28, longitude: -97.74 },
    },
  })
  const asked = { appointment_type_id: typeId, customer_id }
  const { body } = await post("/board/starts", { ...asked, ...tuesday })
  expect(body.data).toMatchObject({ kind: "window", block_minutes: [120] })
  const booked = await book({ ...asked, provider_id: providerId, start_time: "2027-03-02T15:00:00.000Z" })
  const of = await post("/board/starts", { appointment_id: booked.id, ...tuesday })
  expect(of.body.data).toMatchObject({ kind: "window", block_minutes: [120] })
  const windows = (answer: typeof of) =>
    answer.body.data.providers.flatMap(({ runs }: { runs: { blocks: { end_time: string }[] }[] }) =>
      runs.map(({ blocks: [block, ...more] }) => [block, more.length]),
    )
  const [first] = of.body.data.best
  expect(windows(of)).toContainEqual([{ start_time: first.start_time, end_time: first.end_time }, 0])
  expect(Date.parse(first.end_time) - Date.parse(first.start_time)).toBe(120 * 60_000)
  const plain = await post("/board/starts", { appointment_type_id: story.typeId, ...tuesday })
  expect(plain.body.data).not.toHaveProperty("kind")
  // FX-10: the last window ends at closing time, which is that of the whole team, also when the board asks for one member's
  // times.
  await makeProvider(service, {
    ...{ name: "Dora Lee", appointment_type_ids: [typeId] },
    weekly_hours: weekdays(story.locationId, "09:00", "18:30"),
  })
  const all = await post("/board/starts", { ...asked, ...tuesday, all_starts: true })
  const last = { start_time: "2027-03-02T23:00:00.000Z", end_time: "2027-03-03T00:30:00.000Z" }
  expect(windows(all).at(-1)).toEqual([last, 0])
  const cleos = await post("/board/starts", { ...asked, ...tuesday, provider_ids: [providerId] })
  expect(windows(cleos).length).toBeGreaterThan(2)
  for (const window of windows(cleos)) expect(windows(all)).toContainEqual(window)
})
