/**
 * Classes against an oracle that asks each minute: does a session begin there that the provider leads, are its seats left, is
 * the start in time, and is the customer free in each of its minutes? Random companies put sessions anywhere, in closed hours and
 * at other locations too.
 */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { SearchInput } from "../../../../domain/model/availability.ts"
import type { SessionPlan } from "../../../../domain/model/class-seats.ts"
import type { ExplainedSchedules } from "../../../../domain/model/schedules.ts"
import type { Reason } from "../../../../domain/model/slot-explanation.ts"
import type { ReasonCode } from "../../../../domain/model/slot-reasons.ts"
import { planExplanation } from "../../../../domain/rules/availability/explain-slots.ts"
import { explainDay } from "../../../../domain/rules/availability/explain-starts.ts"
import { findSessions } from "../../../../domain/rules/availability/find-sessions.ts"
import { isOffered } from "../../../../domain/rules/availability/find-slots.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { localDay } from "../../../../domain/time/local-time.ts"
import { zoneTable } from "../../../../domain/time/zone-table.ts"
import { drawn, shareOfNumber } from "../../../support/trials.ts"
import { World } from "./oracle.ts"
import { loadedOf, type RandomSchedule, randomSchedule, wishOf } from "./random-schedule.ts"
import { faults, withoutRules } from "./reasons-oracle.ts"

const seed = 20270314
const searches = 240
const explanations = 120

const drawnSession = fc.record({
  /** Quarters of an hour after the first date, from the day before it on. */
  quarter: fc.integer({ min: -96, max: 8 * 96 }),
  minutes: fc.constantFrom(30, 50, 90),
  seats: fc.integer({ min: 1, max: 4 }),
  taken: fc.integer({ min: 0, max: 4 }),
  providerId: fc.constantFrom(1, 1, 1, 2),
  locationId: fc.constantFrom(1, 1, 1, 2),
})

interface RandomClass {
  schedule: RandomSchedule
  sessions: readonly SessionPlan[]
  wanted: number
}

const randomClass: fc.Arbitrary<RandomClass> = fc
  .record({
    schedule: randomSchedule("one day"),
    drawn: fc.uniqueArray(drawnSession, { maxLength: 12, selector: ({ quarter }) => quarter }),
    wanted: fc.constantFrom(1, 1, 2, 3),
  })
  .map(({ schedule, drawn, wanted }) => ({
    wanted,
    schedule: {
      ...schedule,
      colleagues: [],
      states: { ...schedule.states, place: "at_location", isUnread: false },
    },
    sessions: drawn.map(({ quarter, minutes, seats, taken, ...at }, i) => {
      const start = schedule.input.firstDay * 1_440 + quarter * 15
      const seatsLeft = Math.max(0, seats - taken)
      return {
        ...at,
        id: i + 1,
        crew: [],
        resources: [],
        start,
        end: start + minutes,
        seats,
        seatsLeft,
        writtenAt: 0,
      }
    }),
  }))

/** As the store loads a class: no needs, no calendars, and the sessions. */
function loadedClass({ schedule, sessions }: RandomClass): ExplainedSchedules {
  const loaded = loadedOf(schedule)
  const { resources: _, ...without } = loaded
  return { ...without, type: { ...loaded.type!, needs: null, seats: 4 }, calendars: [], sessions }
}

const asClass = ({ schedule, sessions, wanted }: RandomClass): SearchInput => ({
  ...schedule.input,
  type: { ...schedule.input.type, classes: { seats: wanted, sessions } },
})

/** The lifted obstacles: records that reasons name, and rules by their codes. */
interface Lifted {
  codes: ReadonlySet<ReasonCode>
  endedJobs: ReadonlySet<number | undefined>
  /** A search has only the wanted dates. An explanation is of any day. */
  inDates: boolean
}

function allows(
  { schedule, sessions, wanted }: RandomClass,
  start: number,
  { codes, endedJobs, inDates }: Lifted,
): boolean {
  const { input } = schedule
  const [provider, location] = [input.providers[0]!, input.locations[0]!]
  const own = sessions.find(
    (one) => one.providerId === provider.id && one.locationId === location.id && one.start === start,
  )
  const length = input.type.blockMinutes[0]!
  const session = own ?? (codes.has("no_session") ? { start, end: start + length, seatsLeft: wanted } : null)
  if (session === null) return false
  if (session.seatsLeft < wanted && !codes.has("session_full")) return false
  const rules = withoutRules(input, start, codes, true)
  const dates = !inDates ? rules : { ...rules, firstDay: input.firstDay, endDay: input.endDay }
  const world = new World(dates, provider, location, { ...nothingAdded, notice: codes.has("notice") })
  if (!world.isInTime(start)) return false
  const busy = input.customerJobs.filter(({ id }) => !endedJobs.has(id))
  for (let minute = session.start; minute < session.end; minute++)
    if (busy.some((job) => job.start <= minute && minute < job.end)) return false
  return true
}

const nothingAdded = { addedHours: [], ownBuffers: false, nextDay: false, home: false }
const nothing: Lifted = { codes: new Set(), endedJobs: new Set(), inDates: true }

it("CL-07 CL-11 offers exactly the sessions that the oracle allows, with as many seats as are wanted", () => {
  let [offered, full] = [0, 0]
  fc.assert(
    fc.property(randomClass, (one) => {
      const input = asClass(one)
      const [provider, location] = [input.providers[0]!, input.locations[0]!]
      const found = finished(findSessions(input, [{ provider, location }]))
      const starts = [...(found[0]?.starts ?? [])]
      const minutes = one.sessions.map(({ start }) => start)
      const right = minutes.filter((start) => allows(one, start, nothing)).toSorted((a, b) => a - b)
      expect(starts).toEqual(right)
      for (const start of minutes.flatMap((each) => [each - 1, each, each + 1]))
        expect(isOffered(input, provider.id, location.id, start) && starts.includes(start)).toBe(
          right.includes(start),
        )
      offered += starts.length
      full += minutes.filter((start) =>
        allows(one, start, { ...nothing, codes: new Set(["session_full"]) }),
      ).length
    }),
    drawn(searches, seed),
  )
  expect(offered).toBeGreaterThan(shareOfNumber(searches) / 12)
  expect(full).toBeGreaterThan(offered)
})

it("CL-07 CL-10 EX-02 the reasons of a class are complete, and each is necessary", () => {
  const given = new Map<ReasonCode, number>()
  fc.assert(
    fc.property(randomClass, (one) => {
      const loaded = loadedClass(one)
      const wish = { ...wishOf(one.schedule), seats: one.wanted }
      const explained = planExplanation(loaded, wish, loaded.explainedLocations[0]!)
      const zone = zoneTable(explained.location.zone)
      for (const start of [...one.sessions.slice(0, 4).map((each) => each.start), ...one.schedule.starts]) {
        const [answer] = [...explainDay(explained, localDay(zone, start), [start])]
        for (const { code } of answer!.reasons) given.set(code, (given.get(code) ?? 0) + 1)
        expect(whatIsWrong(one, start, answer!)).toBeNull()
      }
    }),
    drawn(explanations, seed),
  )
  for (const code of ["no_session", "session_full", "customer_busy", "notice"] as const)
    expect(given.get(code) ?? 0, code).toBeGreaterThan(0)
})

function whatIsWrong(
  one: RandomClass,
  start: number,
  { isOffered: isFine, reasons }: { isOffered: boolean; reasons: readonly Reason[] },
): string | null {
  const isAllowed = (lifted: readonly Reason[]) => {
    const codes = new Set(lifted.map(({ code }) => code))
    const causes = lifted.filter(({ code }) => code === "customer_busy").flatMap((reason) => reason.causes)
    if (faults(one.schedule).some((code) => !codes.has(code))) return false
    return allows(one, start, { codes, endedJobs: new Set(causes.map(({ id }) => id)), inDates: false })
  }
  if (isFine !== (reasons.length === 0)) return `offered and reasons do not fit at ${start}`
  if (isFine) return isAllowed([]) ? null : `the oracle does not allow ${start}`
  if (!isAllowed(reasons)) return `not allowed with all lifted: ${JSON.stringify(reasons)}`
  // Each of the customer's appointments by itself; the other reasons are one record each, however many causes describe it.
  const records = reasons.flatMap(({ code, causes }): { code: ReasonCode; id: number | undefined }[] =>
    code === "customer_busy" ? causes.map(({ id }) => ({ code, id })) : [{ code, id: undefined }],
  )
  const needless = records.find((record) =>
    isAllowed(
      reasons.flatMap((each) => {
        if (each.code !== record.code) return [each]
        const causes = each.causes.filter(({ id }) => record.id !== undefined && id !== record.id)
        return causes.length === 0 ? [] : [{ ...each, causes }]
      }),
    ),
  )
  return needless ? `${needless.code} is not needed at ${start}` : null
}
