/** Windows whose visits take a crew, or equipment: searched, booked, planned anew, pinned, moved and explained. */
import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>

/** A minute for each kilometre. */
const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
const promise = { kind: "window", minutes: 120 }
const api = (method: string, path: string, body?: Fields) => service.api(method as "POST", path, body)
const at = (time: string) => `2027-03-02T${time}:00.000Z`

interface Team {
  typeId: number
  /** A type of one provider whose windows the same people keep. */
  aloneId: number
  ids: number[]
}

/** Ana, Ben and Cem of the test's own, who work 9 to 17, 15 to 23 UTC. */
async function newTeam(needs: Fields, people = 3): Promise<Team> {
  const fields = { place: "at_customer", promise, min_notice_minutes: 0 }
  const typeId = await makeType(service, { name: "Piano move", ...fields, needs })
  const aloneId = await makeType(service, { name: "Tuning", ...fields })
  const works = { appointment_type_ids: [typeId, aloneId], weekly_hours: weekdays(story.locationId), travel }
  const ids: number[] = []
  for (const name of ["Ana Ruiz", "Ben Okafor", "Cem Acar"].slice(0, people))
    ids.push(await makeProvider(service, { name, ...works }))
  return { typeId, aloneId, ids }
}

const customerAt = (km: number) =>
  makeCustomer(service, {
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

const book = async ({ ids }: Team, typeId: number, km: number, hour: string, more: Fields = {}) =>
  api("POST", "/appointments", {
    ...{ customer_id: await customerAt(km), appointment_type_id: typeId, provider_id: ids[0] },
    ...{ location_id: story.locationId, start_time: at(hour), ...more },
  })

const read = async (id: number) => (await api("GET", `/appointments/${id}`)).body.data
const comingTo = (appointment: { providers: { id: number }[] }) => appointment.providers.map(({ id }) => id)

async function windowsOf(typeId: number): Promise<string[]> {
  const { body } = await api("POST", "/slots", {
    ...{ appointment_type_id: typeId, customer_id: await customerAt(5) },
    ...{ start_date: "2027-03-02", end_date: "2027-03-03" },
  })
  const found: { slots: { start_time: string }[] }[] = body.data.providers
  return found.flatMap(({ slots }) => slots.map(({ start_time }) => start_time.slice(11, 16))).sort()
}

/** The allocations in the database of each provider's and each lift's time. */
const allocated = (id: number) =>
  service.context.db.query<{ resource: number; at: number; lead: boolean }>(
    `SELECT resource_id::int AS resource, job_start_minute AS at, lead FROM allocation
     WHERE company_id = $1 AND appointment_id = $2 AND active ORDER BY resource_id`,
    [service.companyId, id],
  )

it("WN-02 a window of a crew is offered where enough of them have room, and books all of them at one minute", async () => {
  const team = await newTeam({ providers: 2 })
  const [ana, ben, cem] = team.ids as [number, number, number]
  expect(await windowsOf(team.typeId)).toEqual(["15:00", "17:00", "19:00", "21:00"])
  const first = await book(team, team.typeId, 5, "15:00")
  expect([first.status, first.body.error]).toEqual([201, undefined])
  const { data } = first.body
  expect(data).toMatchObject({
    planned_start: at("15:05"),
    work_minutes: 60,
    window: { start_time: at("15:00") },
  })
  expect(comingTo(data)).toHaveLength(2)
  expect(data.planned_provider.id).toBe(ana)
  const minute = Date.parse(at("15:05")) / 60_000
  const taken = await allocated(data.id)
  expect(taken.map((row) => row.at)).toEqual([minute, minute])
  expect(taken.filter(({ lead }) => lead).map(({ resource }) => resource)).toEqual([ana])
  // A second one in the same window waits for one of the two; a third has no room.
  const second = (await book(team, team.typeId, 5, "15:00")).body.data
  expect(Date.parse(second.planned_start)).toBeGreaterThanOrEqual(Date.parse(at("16:05")))
  const third = await book(team, team.typeId, 5, "15:00")
  expect([third.status, third.body.error.code]).toEqual([409, "slot_taken"])
  // The provider who is left takes a job for one.
  const alone = (await book(team, team.aloneId, 5, "15:00")).body.data
  expect([ana, ben, cem]).toContain(alone.planned_provider.id)
  const busy = (await Promise.all([first.body.data.id, second.id].map(read))).filter((one) =>
    comingTo(one).includes(alone.planned_provider.id),
  )
  for (const one of busy)
    expect(Math.abs(Date.parse(one.planned_start) - Date.parse(alone.planned_start))).toBeGreaterThanOrEqual(
      3_600_000,
    )
})

it("WN-02 a crew is short where only one of them works, and explain says so", async () => {
  const team = await newTeam({ providers: 2 }, 2)
  await put(service, `/providers/${team.ids[1]}`, { active: false })
  expect(await windowsOf(team.typeId)).toEqual([])
  const refused = await book(team, team.typeId, 5, "15:00")
  expect([refused.status, refused.body.error.code]).toEqual([409, "time_not_offered"])
  const { body } = await api("POST", "/slots/explain", {
    ...{ appointment_type_id: team.typeId, provider_id: team.ids[0], date: "2027-03-02" },
    customer_id: await customerAt(1),
  })
  const reasons: { code: string }[] = body.data.starts[0].reasons
  expect(reasons.map(({ code }) => code)).toEqual(["crew_short"])
})

it("WN-03 WN-02 a crew's visit moves with the plan as a whole, is pinned, moved, cancelled and taken back", async () => {
  const team = await newTeam({ providers: 3 })
  // The three stand in the middle of their window; a visit that has to begin at its start makes them wait.
  const crew = (await book(team, team.typeId, 0, "15:00")).body.data
  expect(crew.planned_start).toBe(at("15:00"))
  for (let i = 0; i < 3; i += 1) expect((await book(team, team.aloneId, 0, "15:00")).status).toBe(201)
  const planned = await read(crew.id)
  expect(comingTo(planned)).toHaveLength(3)
  expect(planned).toMatchObject({ version: 1, window: crew.window })
  expect((await api("POST", `/appointments/${crew.id}/pin`, {})).body.data.pinned).toBe(true)
  const moved = await api("POST", `/appointments/${crew.id}/reschedule`, { start_time: at("19:00") })
  expect([moved.status, moved.body.error]).toEqual([200, undefined])
  expect(comingTo(moved.body.data)).toHaveLength(3)
  expect(await allocated(crew.id)).toHaveLength(3)
  const short = await api("POST", `/appointments/${crew.id}/reschedule`, {
    ...{ start_time: at("21:00"), provider_ids: team.ids.slice(0, 2) },
  })
  expect([short.status, short.body.error.field]).toEqual([400, "provider_ids"])
  expect((await api("POST", `/appointments/${crew.id}/cancel`, {})).status).toBe(200)
  expect(await allocated(crew.id)).toEqual([])
  const back = await api("POST", `/appointments/${crew.id}/reopen`, {})
  expect([back.status, back.body.error]).toEqual([200, undefined])
  expect(await allocated(crew.id)).toHaveLength(3)
})

it("WN-02 staff say who comes: a move with all of a crew named takes these, the first leading", async () => {
  const team = await newTeam({ providers: 2 })
  const [ana, ben, cem] = team.ids as [number, number, number]
  const crew = (await book(team, team.typeId, 5, "15:00")).body.data
  expect(comingTo(crew)).toEqual([ana, ben])
  const moved = await api("POST", `/appointments/${crew.id}/reschedule`, {
    ...{ start_time: at("17:00"), provider_ids: [cem, ana] },
  })
  expect([moved.status, moved.body.error]).toEqual([200, undefined])
  expect(comingTo(moved.body.data)).toEqual([cem, ana])
  expect((await allocated(crew.id)).map(({ resource }) => resource)).toEqual([ana, cem])
})

it("WN-07 the plan of a day shows a crew on each route, and planning anew moves all of it or none", async () => {
  const team = await newTeam({ providers: 2 })
  const far = (await book(team, team.typeId, 20, "15:00")).body.data
  await book(team, team.aloneId, -20, "19:00")
  const path = `/plans/2027-03-02?location_id=${story.locationId}`
  const { body } = await api("GET", path)
  const routes: { provider: { id: number }; stops: { appointment_id: number; crew?: { id: number }[] }[] }[] =
    body.data.routes
  const own = routes.filter(({ stops }) => stops.some(({ appointment_id }) => appointment_id === far.id))
  expect(own.map(({ provider }) => provider.id).sort((a, b) => a - b)).toEqual(
    comingTo(far).sort((a, b) => a - b),
  )
  for (const { provider, stops } of own) {
    const stop = stops.find(({ appointment_id }) => appointment_id === far.id)!
    expect([provider.id, ...stop.crew!.map(({ id }) => id)].sort((a, b) => a - b)).toEqual(
      comingTo(far).sort((a, b) => a - b),
    )
  }
  const other = team.ids.find((id) => !comingTo(far).includes(id))!
  const lead = comingTo(far)[0]!
  const change = { appointment_id: far.id, provider_id: lead, planned_start: at("15:30") }
  const apply = (fields: Fields) =>
    api("POST", "/plans/2027-03-02/apply", { location_id: story.locationId, changes: [fields] })
  const short = await apply(change)
  expect([short.status, short.body.error.code]).toEqual([409, "plan_changed"])
  const applied = await apply({ ...change, crew_ids: [other] })
  expect([applied.status, applied.body.error]).toEqual([200, undefined])
  const after = await read(far.id)
  expect([comingTo(after), after.planned_start]).toEqual([[lead, other], at("15:30")])
  expect((await allocated(far.id)).map(({ resource }) => resource)).toEqual(
    [lead, other].sort((a, b) => a - b),
  )
})

it("WN-02 WN-06 equipment of a group is counted at the minute of the work, and explain names it where it is missing", async () => {
  const group = "Stair climbers"
  const lift = await make(service, "/resources", {
    ...{ name: "Climber 1", kind: "equipment", group, location_id: story.locationId, turnover_minutes: 15 },
  })
  const team = await newTeam({ providers: 1, resources: [{ group, count: 1 }] })
  const first = (await book(team, team.typeId, 5, "15:00")).body.data
  expect(first.resources).toEqual([{ id: lift.id, name: "Climber 1", kind: "equipment" }])
  const second = (await book(team, team.typeId, 5, "15:00")).body.data
  // Two have room, but there is one climber, and it needs a quarter of an hour.
  expect(Math.abs(Date.parse(second.planned_start) - Date.parse(first.planned_start))).toBe(75 * 60_000)
  const third = await book(team, team.typeId, 5, "15:00")
  expect([third.status, third.body.error.code]).toEqual([409, "slot_taken"])
  const { body } = await api("POST", "/slots/explain", {
    ...{ appointment_type_id: team.typeId, provider_id: team.ids[2], date: "2027-03-02" },
    customer_id: await customerAt(1),
  })
  const [window] = body.data.starts
  expect(window.reasons.map(({ code }: { code: string }) => code)).toEqual(["resource_taken"])
  expect(window.reasons[0].causes[0]).toMatchObject({ kind: "resource", id: lift.id })
  // Plans of other visits change nothing of its minute, and its climber stays with it.
  const before = await allocated(second.id)
  for (let i = 0; i < 4; i += 1) await book(team, team.aloneId, i, "15:00")
  expect((await read(second.id)).planned_start).toBe(second.planned_start)
  expect((await allocated(second.id)).filter(({ resource }) => resource === lift.id)).toEqual(
    before.filter(({ resource }) => resource === lift.id),
  )
})

it("WN-08 what is proposed for a crew names all who would come, also where the lead stays", async () => {
  const team = await newTeam({ providers: 2 })
  const { data } = (await book(team, team.typeId, 5, "15:00")).body
  const [leadId, besideId] = comingTo(data) as [number, number]
  const freeId = team.ids.find((id) => id !== leadId && id !== besideId)!
  const { status, body } = await api("POST", "/disruptions", {
    ...{ provider_id: besideId, from: at("14:00"), to: at("23:30"), reason: "ill" },
  })
  expect([status, body.error]).toEqual([201, undefined])
  const [proposal] = body.data.proposals
  expect(proposal).toMatchObject({ appointment_id: data.id, outcome: "kept" })
  const idsOf = ({ provider, crew }: { provider: { id: number }; crew: { id: number; name: string }[] }) =>
    [provider, ...crew].map(({ id }) => id)
  expect(idsOf(proposal.was)).toEqual([leadId, besideId])
  expect(new Set(idsOf(proposal.proposed))).toEqual(new Set([leadId, freeId]))
  expect(proposal.proposed.crew[0].name).not.toBe("")
})
