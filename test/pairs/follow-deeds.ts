/** The follow-ups of a booking of a capability, each by its view of the appointments. */
import { expect } from "vitest"
import { sumUpAll } from "../../service/reports/sum-up-reports.ts"
import { companyNumber, talk } from "../support/agent.ts"
import { linkOf } from "../support/link.ts"
import { make, put } from "../support/story.ts"
import { makeUser, signedIn } from "../support/users.ts"
import { bufferAfter, bufferBefore, longDuration, together, turnover, type Way } from "./capabilities.ts"
import { expectedMinutes, workedMinutes } from "./expected-minutes.ts"
import type { CalendarState } from "./feeds.ts"
import { bookByAgent, bookOnPage, importAnother, reviewZones } from "./moved-together.ts"
import { allOf, beginningsOf, besides, book, cancel, requestOf, takenNow, voicesOn } from "./pair-deeds.ts"
import { type PairWorld, twinNumber } from "./pair-world.ts"
import { Refused } from "./refused.ts"
import { type Stage, stageOf } from "./stage.ts"

/** Booked on a Monday, and confirmed. */
export interface Booked {
  stage: Stage
  ids: readonly number[]
  start: string
  /** Free still, and of the same kind. */
  later: string
}

const minuteOf = (instant: string) => Date.parse(instant) / 60_000
const nobody = { search: false, explanation: false, range: false }

const shown = async ({ stage: { service }, ids }: Booked, at = 0) =>
  (await service.api("GET", `/appointments/${ids[at]}`)).body.data

/** A booking by a request has the request's own link. */
async function linkTo(booked: Booked) {
  const { service } = booked.stage
  const { manage_url, scheduling_request_id: requestId } = await shown(booked)
  const { body } = requestId ? await service.api("GET", `/scheduling-requests/${requestId}`) : { body: null }
  return linkOf(service, String(manage_url ?? body.data.booking_url))
}

/** A class's minutes are those of its sessions, which stand on both days. */
async function asExpected({ stage, ids, start, later }: Booked, isStanding = true) {
  const isClass = stage.pair.ways.has("as a seat")
  const standing = isStanding ? await beginningsOf(stage, ids, minuteOf(start)) : []
  return expectedMinutes(stage.pair, isClass ? [minuteOf(start), minuteOf(later)] : standing)
}

/** Booked of providers with calendars in that state: nothing is. */
function notBookedWhile(state: Exclude<CalendarState, "free">) {
  return async ({ stage: { pair }, start }: Booked, world: PairWorld) => {
    const stage = await stageOf(world, together(...pair.names, "live calendar"))
    await besides(stage, start)
    const request = await requestOf(stage, stage.customerId)
    world.feeds.set(state)
    await expect(book(stage, start, request)).rejects.toThrow()
    expect(world.feeds.asked().size).toBeGreaterThan(0)
    world.feeds.set("free")
    expect(await takenNow(stage)).toEqual([])
  }
}

/** In this order: what changes the company comes last. */
export const followDeeds: Readonly<Record<string, (booked: Booked, world: PairWorld) => Promise<void>>> = {
  "calendar down": notBookedWhile("down"),
  "calendar busy": notBookedWhile("busy"),
  "calendar slow": notBookedWhile("slow"),
  "follow in a mail": async ({ stage: { service, pair }, ids }) => {
    const rows = await service.context.db.query<{ purpose: string }>(
      `SELECT purpose FROM text_message WHERE company_id = $1 AND appointment_id = ANY($2) AND channel = 'mail'
         AND purpose = 'confirmation'`,
      [service.companyId, ids],
    )
    const isAsked = pair.ways.has("to be confirmed") && !pair.ways.has("in a series")
    // One row that it was asked for, and one that it was confirmed.
    expect(rows.length).toBe(isAsked ? 2 : 1)
  },
  "follow in a text": async ({ stage: { service, pair }, ids }) => {
    const rows = await service.context.db.query<{ purpose: string }>(
      `SELECT purpose FROM text_message WHERE company_id = $1 AND appointment_id = ANY($2) AND channel = 'sms'
         AND purpose = 'confirmation'`,
      [service.companyId, ids],
    )
    const isAsked = pair.ways.has("to be confirmed") && !pair.ways.has("in a series")
    expect(rows.length).toBe(isAsked ? 2 : 1)
  },
  report: async (booked) => {
    const { stage, ids } = booked
    const { service, typeId, nextId, pair, start, later } = { ...stage, ...booked }
    await sumUpAll(service.context)
    const sumOf = async (name: string, figure: string) => {
      const path = `/reports/${name}?from=2027-03-01&to=2027-04-30&group_by=type`
      const { rows } = (await service.api("GET", path)).body.data
      const own = rows.filter(({ id }: { id: number }) => [typeId, nextId].includes(id))
      return own.reduce((sum: number, row: Record<string, number>) => sum + row[figure]!, 0)
    }
    expect(await sumOf("bookings", "appointments")).toBe(ids.length)
    const isClass = pair.ways.has("as a seat")
    const standing = isClass
      ? [minuteOf(start), minuteOf(later)]
      : await beginningsOf(stage, ids, minuteOf(start))
    expect(await sumOf("utilisation", "booked_minutes")).toBe(workedMinutes(pair, standing))
  },
  "follow on the board": async ({ stage: { service, locationId }, ids, start }) => {
    const date = start.slice(0, 10)
    const { body } = await service.api("GET", `/board?date=${date}&location_id=${locationId}`)
    const all: { id: number; start_time: string }[] = body.data.appointments
    expect(all.find(({ id }) => id === ids[0])?.start_time ?? JSON.stringify(body.data.sessions)).toContain(
      start,
    )
  },
  "follow on a page": async (booked) => {
    const { status, data } = await (await linkTo(booked)).read()
    expect([status, JSON.stringify(data)]).toEqual([200, expect.stringContaining(booked.start)])
  },
  "follow in a calendar file": async (booked) => {
    const { status, text } = await (await linkTo(booked)).file()
    const day = booked.start.slice(0, 10).replaceAll("-", "")
    expect([status, text]).toEqual([200, expect.stringMatching(new RegExp(`DTSTART[^\\r\\n]*${day}T`))])
  },
  "follow by an agent": async ({ stage: { service, pair, phone }, ids }) => {
    const called_number = pair.ways.has("in a test company") ? twinNumber : companyNumber
    const call = await talk(service, phone, { called_number })
    const { status, body } = await call.tool("GET", "/appointments")
    expect([status, body.data.appointments.map((one: { id: number }) => one.id)]).toEqual([
      200,
      expect.arrayContaining([...ids]),
    ])
  },
  export: async ({ stage: { service, customerId }, ids }) => {
    const { status, body } = await service.api("GET", `/customers/${customerId}/export`)
    const all: { id: number }[] = body.data.appointments
    expect([status, all.map(({ id }) => id)]).toEqual([200, expect.arrayContaining([...ids])])
  },
  undo: async ({ stage, ids, later }) => {
    const { service } = stage
    const all = async () => ({
      shown: await Promise.all(
        ids.map(async (id) => {
          const { updated_at, ...is } = (await service.api("GET", `/appointments/${id}`)).body.data
          return is
        }),
      ),
      taken: await takenNow(stage),
      told: await service.context.db.query(
        `SELECT 'event', id::text FROM event WHERE company_id = $1 AND appointment_id = ANY ($2::bigint[])
         UNION ALL SELECT 'message', id::text FROM text_message WHERE company_id = $1 AND appointment_id = ANY ($2::bigint[])
         ORDER BY 1, 2`,
        [service.companyId, ids],
      ),
    })
    const before = await all()
    const key = await signedIn(service, (await makeUser(service)).email)
    const wish = { start_time: later, hold_messages_seconds: 10, ...allOf(stage) }
    const moved = await service.api("POST", `/appointments/${ids[0]}/reschedule`, wish, { key })
    expect([moved.status, moved.body.data.start_time]).toEqual([200, later])
    expect((await all()).told).toEqual(before.told)
    const back = await service.api("POST", `/undo/${moved.body.data.undo.token}`, {}, { key })
    expect(back.status).toBe(200)
    expect(await all()).toEqual(before)
  },
  "sick day": async ({ stage: { service, peopleIds, pair }, ids, start }) => {
    const from = new Date(Date.parse(start) - 3_600_000).toISOString()
    const to = new Date(Date.parse(start) + 6 * 3_600_000).toISOString()
    const day = await make(service, "/disruptions", {
      provider_id: peopleIds[0],
      from,
      to,
      reason: "the flu",
    })
    // A class names its session.
    if (pair.ways.has("as a seat")) expect(day.sessions).toMatchObject([{ start_time: start }])
    else expect(JSON.stringify(day)).toContain(`"appointment_id":${ids[0]}`)
  },
  "book by a link": async ({ stage, start, later }) => {
    const { service, typeId, peopleIds, locationId, otherCustomerId, pair } = stage
    const asked = { customer_id: otherCustomerId, appointment_type_id: typeId, latest_date: "2027-12-31" }
    const length = pair.ways.has("with the long option") ? { duration_minutes: longDuration } : {}
    const { id, booking_url } = await make(service, "/scheduling-requests", { ...asked, ...length })
    const isSeat = pair.ways.has("as a seat")
    const startTime = isSeat ? later : new Date(Date.parse(start) + 4 * 7 * 86_400_000).toISOString()
    const choice = { providerId: peopleIds[0], locationId, startTime, ...pair.wish }
    const link = linkOf(service, String(booking_url))
    const before = await takenNow(stage)
    expect(await link.book(choice)).toMatchObject({ status: 201 })
    // Another service does not follow, and nothing repeats: a link books one appointment.
    const once = {
      ...pair,
      ways: new Set<Way>([...pair.ways].filter((way) => way === "with the long option")),
    }
    const added = (await takenNow(stage)).length - before.length
    expect(added).toBe(isSeat ? 0 : expectedMinutes(once, [minuteOf(startTime)]).length)
    await link.cancel()
    await service.api("POST", `/scheduling-requests/${id}/cancel`, {})
    expect(await takenNow(stage)).toEqual(before)
  },
  // Its type asks for a yes, as it may of all that is booked in this way.
  "propose and accept": async ({ stage: { pair }, start, later }, world) => {
    const stage = await stageOf(world, together(...pair.names, "pending"))
    await besides(stage, start)
    const ids = await book(stage, start, await requestOf(stage, stage.customerId))
    const { service } = stage
    const until = new Date(service.clock.now() + 3_600_000).toISOString()
    const wish = { times: [{ start_time: later }], until }
    const proposed = await service.api("POST", `/appointments/${ids[0]}/propose`, wish)
    expect([proposed.status, proposed.body.error]).toEqual([200, undefined])
    const sending = { method: "POST", body: { proposalId: proposed.body.data.proposals[0].id } }
    const booked = { stage, ids, start: later, later: start }
    const link = await linkTo(booked)
    expect(await link.send("/api/link/proposal", sending)).toMatchObject({ status: 200 })
    expect(await shown(booked)).toMatchObject({ status: "scheduled", start_time: later })
    expect(await takenNow(stage)).toEqual(await asExpected(booked))
    await cancel(stage, ids)
    expect(await takenNow(stage)).toEqual([])
  },
  "book by an agent": bookByAgent,
  "book on the public page": bookOnPage,
  "zone review": reviewZones,
  import: importAnother,
  lengthen: async (booked) => {
    const { stage, ids, start } = booked
    const path = `/appointments/${ids[0]}/reschedule`
    const answer = await stage.service.api("POST", path, {
      start_time: start,
      duration_minutes: 45,
      whole_group: false,
    })
    if (answer.status >= 300) throw new Refused("lengthen", answer)
    const from = minuteOf(start)
    const ofProvider = { of: "provider", from: from - bufferBefore, to: from + 45 + bufferAfter }
    const taken = await takenNow(stage)
    expect(taken).toContainEqual(ofProvider)
    expect(taken.filter((one) => one.from < from + 60 && one.of === "provider").length).toBe(
      stage.pair.type.needs?.providers ?? 1,
    )
    if (stage.roomId !== null) expect(taken).toContainEqual({ of: "room", from, to: from + 45 + turnover })
  },
  "type changed": async (booked) => {
    const { stage } = booked
    const before = await takenNow(stage)
    await put(stage.service, `/appointment-types/${stage.typeId}`, { buffer_after_minutes: 25 })
    expect(await takenNow(stage)).toEqual(before)
    expect((await shown(booked)).status).toBe("scheduled")
  },
  "room off": async (booked) => {
    const { stage, later } = booked
    const before = await takenNow(stage)
    await put(stage.service, `/resources/${stage.roomId}`, { active: false })
    const request = await requestOf(stage, stage.otherCustomerId)
    expect(await voicesOn(stage, later, request, stage.otherCustomerId)).toEqual(nobody)
    expect(await takenNow(stage)).toEqual(before)
    await put(stage.service, `/resources/${stage.roomId}`, { active: true })
  },
  "provider off": async (booked) => {
    const { stage, later } = booked
    const before = await takenNow(stage)
    const from = Date.parse(later) - 3_600_000
    const span = { start: new Date(from).toISOString(), end: new Date(from + 12 * 3_600_000).toISOString() }
    for (const id of stage.peopleIds) await make(stage.service, `/providers/${id}/time-off`, span)
    const request = await requestOf(stage, stage.otherCustomerId)
    expect(await voicesOn(stage, later, request, stage.otherCustomerId)).toEqual(nobody)
    expect(await takenNow(stage)).toEqual(before)
  },
  "type archived": async (booked) => {
    const { stage, later, ids } = booked
    const request = await requestOf(stage, stage.customerId)
    await put(stage.service, `/appointment-types/${stage.typeId}`, { active: false })
    await expect(book(stage, later, request)).rejects.toThrow()
    await cancel(stage, ids)
    expect(await takenNow(stage)).toEqual(await asExpected(booked, false))
  },
}
