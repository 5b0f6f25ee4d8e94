/** CL-06: several types in one visit, through the company API: searched, booked, moved and cancelled together or singly. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

let cutId: number
let colourId: number
let dora: number
let emil: number

const plain = { min_notice_minutes: 0, booking_window_days: 365, public_booking: false }

beforeAll(async () => {
  cutId = await makeType(service, { name: "Cut", duration_minutes: 30, ...plain })
  colourId = await makeType(service, { name: "Colour", duration_minutes: 60, ...plain })
  const hours = { weekly_hours: weekdays(story.locationId) }
  dora = await makeProvider(service, { name: "Dora", appointment_type_ids: [cutId, colourId], ...hours })
  emil = await makeProvider(service, { name: "Emil", appointment_type_ids: [colourId], ...hours })
})

type Data = ReturnType<typeof JSON.parse>

const post = (path: string, body: object) => service.api("POST", path, body)
const at = (date: string, time: string) => `${date}T${time}:00.000Z`
const both = () => [cutId, colourId]

const search = async (date: string, more: object = {}) => {
  const end_date = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const asked = {
    appointment_type_ids: both(),
    start_date: date,
    end_date,
    customer_id: story.customerId,
    ...more,
  }
  const { status, body } = await post("/slots", asked)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}

const wish = (start_time: string, more: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_ids: both(),
  provider_id: dora,
  location_id: story.locationId,
  start_time,
  ...more,
})

const bookBoth = async (start: string, more: object = {}): Promise<Data> =>
  make(service, "/appointments", wish(start, more))

const read = async (id: number): Promise<Data> => (await service.api("GET", `/appointments/${id}`)).body.data
const slotAt = (data: Data, start: string): Data =>
  data.providers.flatMap(({ slots }: Data) => slots).find(({ start_time }: Data) => start_time === start)

it("CL-06 a search offers the starts from which one follows the other, with the parts of each", async () => {
  const day = "2027-03-02"
  const found = await search(day)
  expect(found.providers).toMatchObject([{ provider_id: dora, location_id: story.locationId }])
  expect(slotAt(found, at(day, "15:00"))).toEqual({
    start_time: at(day, "15:00"),
    end_time: at(day, "16:30"),
    blocks: [
      { start_time: at(day, "15:00"), end_time: at(day, "15:30") },
      { start_time: at(day, "15:30"), end_time: at(day, "16:30") },
    ],
    parts: [
      {
        appointment_type_id: cutId,
        ...{ provider_id: dora, provider_name: "Dora", location_id: story.locationId },
        ...{ start_time: at(day, "15:00"), end_time: at(day, "15:30") },
      },
      {
        appointment_type_id: colourId,
        ...{ provider_id: dora, provider_name: "Dora", location_id: story.locationId },
        ...{ start_time: at(day, "15:30"), end_time: at(day, "16:30") },
      },
    ],
  })
  expect(found.recommended[0].parts).toHaveLength(2)
  // The last that ends with the hours, at five in Austin.
  expect(slotAt(found, at(day, "21:30")).parts[1].end_time).toBe(at(day, "23:00"))
  expect(slotAt(found, at(day, "22:00"))).toBeUndefined()
})

it("CL-06 where one provider is taken another goes on, unless one is to lead all; a gap beyond the limit is none", async () => {
  const day = "2027-03-03"
  const taken = { customer_id: story.customerId, appointment_type_id: cutId, provider_id: dora }
  await make(service, "/appointments", {
    ...taken,
    location_id: story.locationId,
    start_time: at(day, "16:00"),
  })
  const parts = slotAt(await search(day, { customer_id: null }), at(day, "15:30")).parts
  expect(parts.map((part: Data) => part.provider_id)).toEqual([dora, emil])
  for (const more of [{ same_provider: true }, { provider_id: dora }])
    expect(slotAt(await search(day, { customer_id: null, ...more }), at(day, "15:30"))).toBeUndefined()
  const late = [
    { provider_id: dora, start_time: at(day, "18:00") },
    { provider_id: emil, start_time: at(day, "19:00") },
  ]
  const refused = await post("/appointments", wish(at(day, "18:00"), { parts: late }))
  expect(refused.body.error).toMatchObject({
    code: "invalid_input",
    field: "parts[1].start_time",
    message: "parts[1].start_time: expected the end of the one before, or up to 15 minutes later",
  })
})

it("CL-06 both are booked at once, with one confirmation, and each names its group", async () => {
  const day = "2027-03-04"
  const before = (await service.events()).body.data.length
  const booked = await bookBoth(at(day, "15:00"), { notes: "Short on the sides." })
  expect(booked.appointments).toHaveLength(2)
  const [cut, colour] = booked.appointments
  expect(booked.id).toBe(cut.id)
  expect(colour).toMatchObject({
    ...{ group_id: cut.group_id, group_index: 1, start_time: at(day, "15:30"), notes: "Short on the sides." },
    ...{ appointment_type: { name: "Colour" }, provider: { id: dora } },
  })
  expect(cut).toMatchObject({ group_index: 0, end_time: at(day, "15:30") })
  const listed = (await service.api("GET", `/appointments?group_id=${cut.group_id}`)).body.data
  expect(listed.map(({ id }: Data) => id)).toEqual([cut.id, colour.id])
  const events = (await service.events()).body.data.slice(before)
  expect(events.map(({ type, data }: Data) => [type, data.appointment.id])).toEqual([
    ["appointment.created", cut.id],
    ["appointment.created", colour.id],
  ])
  const again = await post("/appointments", wish(at(day, "15:00"), { customer_id: story.customerId }))
  expect(again.status).toBe(409)
  expect(again.body.error.details.alternatives[0].parts).toHaveLength(2)
})

it("CL-06 all or none: where the second is taken the first is not booked either", async () => {
  const day = "2027-03-05"
  await put(service, `/appointment-types/${colourId}`, { daily_limit: 1 })
  const other = await make(service, "/customers", { name: "Mia Torres", phone: "+15125550177" })
  for (const provider_id of [dora, emil])
    await make(service, "/appointments", {
      ...{ customer_id: other.id, appointment_type_id: colourId, provider_id, location_id: story.locationId },
      start_time: at(day, provider_id === dora ? "15:00" : "16:00"),
    })
  expect((await search(day)).providers).toEqual([])
  const parts = [
    { provider_id: dora, start_time: at(day, "18:00") },
    { provider_id: dora, start_time: at(day, "18:30") },
  ]
  const refused = await post("/appointments", wish(at(day, "18:00"), { parts }))
  // The day's one was booked a moment ago.
  expect([refused.status, refused.body.error.code]).toEqual([409, "slot_taken"])
  const { body } = await service.api(
    "GET",
    `/appointments?customer_id=${story.customerId}&from=${at(day, "00:00")}&to=${at(day, "23:59")}`,
  )
  expect(body.data).toEqual([])
  await put(service, `/appointment-types/${colourId}`, { daily_limit: null })
})

it("CL-06 they move together and keep their order, or one by itself", async () => {
  const day = "2027-03-08"
  const { appointments } = await bookBoth(at(day, "15:00"))
  const [cut, colour] = appointments
  const moved = await post(`/appointments/${colour.id}/reschedule`, { start_time: at(day, "18:30") })
  expect([moved.status, moved.body.data.start_time]).toEqual([200, at(day, "18:30")])
  expect((await read(cut.id)).start_time).toBe(at(day, "18:00"))
  // Half an hour later each takes the time of the other's.
  const closer = await post(`/appointments/${cut.id}/reschedule`, { start_time: at(day, "18:30") })
  expect([closer.status, (await read(colour.id)).start_time]).toEqual([200, at(day, "19:00")])
  const alone = await post(`/appointments/${colour.id}/reschedule`, {
    start_time: at(day, "21:00"),
    whole_group: false,
  })
  expect([alone.status, (await read(cut.id)).start_time]).toEqual([200, at(day, "18:30")])
  const tooLate = await post(`/appointments/${cut.id}/reschedule`, { start_time: at(day, "21:00") })
  expect([tooLate.status, tooLate.body.error.code]).toEqual([409, "time_not_offered"])
  // The other is two hours and a half later, and has to end by five in Austin.
  const nearest = tooLate.body.error.details.alternatives.map((slot: Data) => slot.start_time)
  expect(nearest.slice(0, 3)).toEqual(["18:00", "19:00", "19:30"].map((time) => at(day, time)))
  expect((await read(cut.id)).start_time).toBe(at(day, "18:30"))
})

it("CL-06 a search for a move offers what all can move to, or the one alone", async () => {
  const day = "2027-03-15"
  const { appointments } = await bookBoth(at(day, "15:00"))
  const starts = async (more: object): Promise<string[]> => {
    const asked = { appointment_id: appointments[0].id, start_date: day, end_date: "2027-03-16", ...more }
    const { data } = (await post("/slots", asked)).body
    return data.providers.flatMap(({ slots }: Data) => slots.map(({ start_time }: Data) => start_time))
  }
  // Their own time is free to both.
  expect(await starts({})).toContain(at(day, "15:30"))
  expect((await starts({})).at(-1)).toBe(at(day, "20:30"))
  expect(await starts({ whole_group: false })).not.toContain(at(day, "15:30"))
  expect((await starts({ whole_group: false })).at(-1)).toBe(at(day, "21:30"))
})

it("CL-06 they are cancelled together, or one by itself", async () => {
  const day = "2027-03-09"
  const first = (await bookBoth(at(day, "15:00"))).appointments
  expect((await post(`/appointments/${first[0].id}/cancel`, { delay_seconds: 10 })).status).toBe(200)
  for (const { id } of first) expect((await read(id)).status).toBe("cancelled")
  const second = (await bookBoth(at(day, "15:00"))).appointments
  await post(`/appointments/${second[1].id}/cancel`, { whole_group: false })
  expect((await read(second[0].id)).status).toBe("scheduled")
  expect((await read(second[1].id)).status).toBe("cancelled")
})

it("CL-06 refuses what can't be one of several, and what goes with one type alone", async () => {
  const day = "2027-03-10"
  const longId = await makeType(service, { name: "Move", blocks: [240, 240], ...plain })
  const asked = { start_date: day, end_date: "2027-03-11" }
  const fields = async (path: string, body: object) => {
    const { status, body: answer } = await post(path, body)
    return [status, answer.error?.field]
  }
  expect(await fields("/slots", { ...asked, appointment_type_ids: [cutId, longId] })).toEqual([
    400,
    "appointment_type_ids[1]",
  ])
  expect(await fields("/slots", { ...asked, appointment_type_ids: [cutId] })).toEqual([
    400,
    "appointment_type_ids",
  ])
  expect(
    await fields("/slots", { ...asked, appointment_type_ids: both(), appointment_type_id: cutId }),
  ).toEqual([400, "appointment_type_id"])
  expect(await fields("/slots", { ...asked, appointment_type_id: cutId, same_provider: true })).toEqual([
    400,
    "same_provider",
  ])
  expect(await fields("/appointments", wish(at(day, "15:00"), { duration_option_id: 1 }))).toEqual([
    400,
    "duration_option_id",
  ])
  const { appointment_type_ids: _, ...without } = wish(at(day, "15:00"))
  expect(await fields("/appointments", without)).toEqual([400, "appointment_type_id"])
  expect(await fields("/appointments", { ...without, appointment_type_id: cutId, parts: [] })).toEqual([
    400,
    "parts",
  ])
})

it("CL-06 CL-08 a hold keeps every part for who names it, on the board too, and becomes the whole booking", async () => {
  const day = "2027-03-16"
  const start = at(day, "15:00")
  const { customer_id: _, ...unnamed } = wish(start)
  const hold = await make(service, "/holds", { ...unnamed, minutes: 5 })
  expect(hold).toMatchObject({ provider_id: dora, start_time: start, end_time: at(day, "16:30") })
  const ofParts = [
    { appointment_type_id: cutId, provider_id: dora, start_time: start, end_time: at(day, "15:30") },
    {
      appointment_type_id: colourId,
      provider_id: dora,
      start_time: at(day, "15:30"),
      end_time: at(day, "16:30"),
    },
  ]
  expect(hold.parts).toMatchObject(ofParts)
  expect(slotAt(await search(day), start)).toBeUndefined()
  const colour = {
    ...{ customer_id: story.customerId, appointment_type_id: colourId, provider_id: dora },
    ...{ location_id: story.locationId, start_time: at(day, "15:30") },
  }
  expect((await post("/appointments", colour)).body.error.code).toBe("slot_taken")
  const explained = (await post("/slots/explain", colour)).body.data.starts[0].reasons
  expect(explained).toMatchObject([{ code: "hold", causes: [{ kind: "hold", id: hold.id }] }])
  const board = (await service.api("GET", `/board?date=${day}`)).body.data
  expect(board.holds).toMatchObject(ofParts.map((part) => ({ ...part, id: hold.id })))

  const booked = await bookBoth(start, { hold_id: hold.id })
  expect(booked.appointments.map(({ start_time }: Data) => start_time)).toEqual([start, at(day, "15:30")])
  expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  expect(await service.context.db.query("SELECT 1 FROM allocation WHERE hold_id IS NOT NULL")).toEqual([])
})

it("CL-06 CL-08 a hold of several is all or none, its own customer's, and free again when it is given back", async () => {
  const day = "2027-03-17"
  const start = at(day, "15:00")
  const other = await make(service, "/customers", { name: "Ada Moss", phone: "+15125550178" })
  const colour = {
    ...{ customer_id: other.id, appointment_type_id: colourId, provider_id: dora },
    ...{ location_id: story.locationId, start_time: at(day, "15:30") },
  }
  const taken = await make(service, "/appointments", colour)
  const parts = [
    { provider_id: dora, start_time: start },
    { provider_id: dora, start_time: at(day, "15:30") },
  ]
  const refused = await post("/holds", { ...wish(start, { parts }), minutes: 5 })
  expect([refused.status, refused.body.error.code]).toEqual([409, "slot_taken"])
  expect(refused.body.error.details.alternatives[0].parts).toHaveLength(2)
  expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  await post(`/appointments/${taken.id}/cancel`, {})

  const hold = await make(service, "/holds", { ...wish(start), minutes: 5 })
  const theirs = await post("/appointments", wish(start, { customer_id: other.id, hold_id: hold.id }))
  expect([theirs.status, theirs.body.error.field]).toEqual([400, "hold_id"])
  expect((await service.api("DELETE", `/holds/${hold.id}`)).status).toBe(200)
  expect(slotAt(await search(day), start).parts).toHaveLength(2)
})

it("CL-06 CL-08 a hold refuses what goes with one type alone", async () => {
  const start = at("2027-03-18", "15:00")
  const refusals = [
    { ...wish(start), duration_option_id: 1 },
    { ...wish(start), appointment_type_ids: undefined },
    { ...wish(start), appointment_type_ids: undefined, appointment_type_id: cutId, same_provider: true },
  ]
  const fields: string[] = []
  for (const body of refusals) fields.push((await post("/holds", { ...body, minutes: 5 })).body.error.field)
  expect(fields).toEqual(["duration_option_id", "appointment_type_id", "same_provider"])
})

const explain = (start_time: string, more: object = {}) =>
  post("/slots/explain", { ...wish(start_time), ...more })

it("CL-06 CL-10 EX-02 an explanation of several says who could have begun what follows, and why they can't", async () => {
  const day = "2027-03-22"
  const other = await make(service, "/customers", { name: "Ivo Lang", phone: "+15125550179" })
  const colour = { customer_id: other.id, appointment_type_id: colourId, location_id: story.locationId }
  const ofDora = await make(service, "/appointments", {
    ...{ ...colour, provider_id: dora, start_time: at(day, "15:30") },
  })
  const ofEmil = await make(service, "/appointments", {
    ...{ ...colour, provider_id: emil, start_time: at(day, "15:30"), override_eligibility: true },
  })
  const [start] = (await explain(at(day, "15:00"))).body.data.starts
  expect([start.offered, start.reasons]).toEqual([false, []])
  const taken = (provider_id: number, id: number) => ({
    ...{ appointment_type_id: colourId, provider_id, start_time: at(day, "15:30") },
    reasons: [{ code: "appointment", causes: [{ kind: "appointment", id }] }],
  })
  expect(start.blocked).toMatchObject([taken(dora, ofDora.id), taken(emil, ofEmil.id)])
  // One leads all: no others are asked, and a provider who does not offer a type is refused with that reason.
  const alone = (await explain(at(day, "15:00"), { same_provider: true })).body.data.starts[0]
  expect(alone.blocked).toMatchObject([taken(dora, ofDora.id)])
  const first = (await explain(at(day, "15:30"))).body.data.starts[0]
  expect(first).toMatchObject({ offered: false, reasons: [{ code: "appointment" }], blocked: [] })
  expect((await explain(at(day, "17:00"))).body.data.starts[0]).toMatchObject({ offered: true, blocked: [] })
})

it("CL-06 CL-10 EX-02 of every start of a day the explanation says what the search says, and is never silent", async () => {
  const day = "2027-03-23"
  await put(service, `/appointment-types/${cutId}`, { buffer_after_minutes: 10 })
  const other = await make(service, "/customers", { name: "Una Berg", phone: "+15125550181" })
  const fixed = { customer_id: other.id, location_id: story.locationId }
  for (const [provider_id, appointment_type_id, time] of [
    [dora, cutId, "17:00"],
    [emil, colourId, "16:00"],
    [emil, colourId, "20:00"],
    [dora, colourId, "21:00"],
  ] as const)
    await make(service, "/appointments", {
      ...fixed,
      provider_id,
      appointment_type_id,
      start_time: at(day, time),
    })
  for (const more of [{}, { same_provider: true }]) {
    const offered = (await search(day, more)).providers
      .flatMap(({ slots }: Data) => slots)
      .map(({ start_time }: Data) => start_time)
    for (let minute = 14 * 60; minute < 24 * 60; minute += 30) {
      const start = at(day, `${String(Math.floor(minute / 60))}:${String(minute % 60).padStart(2, "0")}`)
      const [explained] = (await explain(start, more)).body.data.starts
      expect([start, explained.offered]).toEqual([start, offered.includes(start)])
      const why = [...explained.reasons, ...explained.blocked]
      expect([start, why.length > 0]).toEqual([start, !explained.offered])
      expect(explained.blocked.filter(({ reasons }: Data) => reasons.length === 0)).toEqual([])
    }
  }
  await put(service, `/appointment-types/${cutId}`, { buffer_after_minutes: 0 })
})

it("CL-06 CL-10 an explanation of several refuses what goes with one type alone", async () => {
  const start = at("2027-03-24", "15:00")
  const fields: (string | undefined)[] = []
  for (const more of [{ date: "2027-03-24" }, { start_time: undefined }, { duration_option_id: 1 }])
    fields.push((await explain(start, more)).body.error.field)
  fields.push(
    (
      await explain(start, {
        appointment_type_ids: undefined,
        appointment_type_id: cutId,
        same_provider: true,
      })
    ).body.error.field,
  )
  expect(fields).toEqual(["date", "start_time", "duration_option_id", "same_provider"])
})

it("CL-06 DS-01 the board's starts of several are those of the search, and judgement lights more", async () => {
  const day = "2027-03-25"
  const asked = {
    ...{ appointment_type_ids: both(), customer_id: story.customerId },
    ...{ start_date: day, end_date: "2027-03-26", all_starts: true },
  }
  const starts = async (more: object = {}): Promise<Data> => {
    const { status, body } = await post("/board/starts", { ...asked, ...more })
    expect([status, body.error]).toEqual([200, undefined])
    return body.data
  }
  const searched = (await search(day)).providers.flatMap(({ slots }: Data) => slots)
  const lit = await starts()
  expect(lit.block_minutes).toEqual([90])
  expect(lit.providers.map(({ provider_id }: Data) => provider_id)).toEqual([dora])
  const count = lit.providers[0].runs.reduce((sum: number, run: Data) => sum + run.count, 0)
  expect(count).toBe(searched.length)
  expect(lit.best[0].parts).toHaveLength(2)
  expect((await starts({ provider_ids: [emil] })).providers).toEqual([])
  expect(
    (await post("/board/starts", { ...asked, appointment_type_ids: undefined, same_provider: true })).status,
  ).toBe(400)
  await put(service, `/appointment-types/${colourId}`, { min_notice_minutes: 60 * 24 * 60 })
  expect((await starts()).providers).toEqual([])
  const possible = await starts({ override_eligibility: true })
  expect(possible.providers[0].runs.every(({ offered }: Data) => !offered)).toBe(true)
  await put(service, `/appointment-types/${colourId}`, { min_notice_minutes: 0 })
})

/** Somebody's time, by hand: until when it is kept, of a hold. */
interface Taken {
  provider: number
  from: number
  until: number
  ends: number
}

it("CL-06 CL-08 CL-11 held or booked, alone or as a group: minute by minute a search finds what is left, and more when holds end", async () => {
  let drawn = 20270405
  const draw = (most: number) => {
    drawn = (drawn * 48_271) % 2_147_483_647
    return drawn % most
  }
  const found = { held: 0, booked: 0, refused: 0 }
  for (const day of ["2027-04-05", "2027-04-06", "2027-04-07", "2027-04-08"]) {
    const rows: Taken[] = []
    const opening = Date.parse(at(day, "14:00")) / 60_000
    const isFree = (provider: number, from: number, minutes: number) => {
      const now = service.clock.now()
      for (let minute = from; minute < from + minutes; minute += 1) {
        const isOpen = minute >= opening && minute < opening + 8 * 60
        const isTaken = rows.some(
          (row) => row.provider === provider && row.from <= minute && minute < row.until && row.ends > now,
        )
        if (!isOpen || isTaken) return false
      }
      return true
    }
    const expectSame = async () => {
      const slots = (await search(day)).providers.flatMap((one: Data) =>
        one.slots.map(({ start_time }: Data) => [one.provider_id, start_time]),
      )
      const left: [number, string][] = []
      for (let start = opening; start < opening + 8 * 60; start += 30) {
        const follows = [dora, emil].some((provider) => isFree(provider, start + 30, 60))
        if (isFree(dora, start, 30) && follows) left.push([dora, new Date(start * 60_000).toISOString()])
      }
      expect([day, slots]).toEqual([day, left])
    }
    for (let i = 0; i < 9; i += 1) {
      const [isHold, isGroup] = [draw(2) === 0, draw(3) > 0]
      const start = opening + draw(16) * 30
      const second = draw(2) === 0 ? dora : emil
      const time = (minute: number) => new Date(minute * 60_000).toISOString()
      const parts = [
        { provider_id: dora, start_time: time(start) },
        { provider_id: second, start_time: time(start + 30) },
      ]
      const what = isGroup
        ? { appointment_type_ids: both(), provider_id: dora, parts }
        : { appointment_type_id: colourId, provider_id: second }
      const spans: [number, number, number][] = isGroup
        ? [
            [dora, start, 30],
            [second, start + 30, 60],
          ]
        : [[second, start, 60]]
      const customer = isHold
        ? {}
        : { customer_id: (await make(service, "/customers", { name: `Guest ${day} ${i}` })).id }
      const { status, body } = await post(isHold ? "/holds" : "/appointments", {
        ...{ ...what, ...customer, location_id: story.locationId, start_time: time(start) },
        ...(isHold ? { minutes: 5 } : {}),
      })
      const isPossible = spans.every((span) => isFree(...span))
      expect([day, i, status, body.error?.code]).toEqual([
        day,
        i,
        ...(isPossible ? [201, undefined] : [409, expect.any(String)]),
      ])
      found[isPossible ? (isHold ? "held" : "booked") : "refused"] += 1
      const ends = isHold ? service.clock.now() + 5 * 60_000 : Number.POSITIVE_INFINITY
      if (isPossible)
        for (const [provider, from, minutes] of spans)
          rows.push({ provider, from, until: from + minutes, ends })
    }
    await expectSame()
    service.clock.advanceMs(5 * 60_000)
    await expectSame()
  }
  expect([found.held > 5, found.booked > 5, found.refused > 3]).toEqual([true, true, true])
})
