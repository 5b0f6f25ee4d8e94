/** The pure rules of the waiting list: who fits a time, who is asked first, how many at once, and who gets what they see. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { simulate } from "../../../bench/waiting.ts"
import {
  fits,
  type OfferedTime,
  offerGoodUntil,
  timeToOffer,
  usesGap,
} from "../../../domain/rules/waiting/fits.ts"
import { waitedForGaps } from "../../../domain/rules/waiting/gaps.ts"
import { isBooked, judgeChange, judgeJoining, unreachable } from "../../../domain/rules/waiting/join.ts"
import { offerNow } from "../../../domain/rules/waiting/offer-state.ts"
import { askedInRound, inAskingOrder } from "../../../domain/rules/waiting/who-is-asked.ts"
import { drawn } from "../../support/trials.ts"

const zones = ["America/Chicago", "Asia/Kathmandu", "Pacific/Auckland"]
const now = Date.UTC(2027, 2, 1, 12)
const minute = (text: string) => Date.parse(text) / 60_000

type Wish = Parameters<typeof fits>[0]

const anyWish: Wish = {
  earliest_date: "2027-03-01",
  latest_date: "2027-03-31",
  weekdays: null,
  parts_of_day: null,
  location_ids: null,
  provider_ids: null,
  least_notice_minutes: 0,
}
const timeAt = (start: number, fields: Partial<OfferedTime> = {}): OfferedTime => ({
  ...{ providerId: 1, providerName: "Gil", locationId: 2, locationName: "Downtown", timezone: "UTC" },
  ...{ start, end: start + 60, parts: null, ...fields },
})

/** The same by the calendar of the platform, which the rule does not use. */
function fitsSlowly(wish: Wish, time: OfferedTime): boolean {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone: time.timezone, year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", weekday: "short", hourCycle: "h23" },
  }).formatToParts(time.start * 60_000)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  const date = `${of("year")}-${of("month")}-${of("day")}`
  const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(of("weekday").slice(0, 3)) + 1
  const hour = Number(of("hour"))
  const part = hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening"
  if (date < wish.earliest_date || date > wish.latest_date) return false
  if (wish.weekdays && !wish.weekdays.some((each) => each === weekday)) return false
  if (wish.parts_of_day && !wish.parts_of_day.some((each) => each === part)) return false
  return time.start * 60_000 - now >= wish.least_notice_minutes * 60_000
}

describe("who wants a time", () => {
  it("WL-01 dates, weekdays and parts of the day are those of the location's clock", () => {
    const wishes = fc.record({
      earliest_date: fc.constantFrom("2027-03-01", "2027-03-09", "2027-03-14"),
      latest_date: fc.constantFrom("2027-03-15", "2027-03-20", "2027-04-10"),
      weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
      parts_of_day: fc.option(
        fc.uniqueArray(fc.constantFrom("morning" as const, "afternoon" as const, "evening" as const), {
          minLength: 1,
        }),
      ),
      least_notice_minutes: fc.constantFrom(0, 1_440, 20_000),
    })
    const starts = fc.record({
      start: fc.integer({ min: minute("2027-03-01T12:00Z"), max: minute("2027-04-10T12:00Z") }),
      timezone: fc.constantFrom(...zones),
    })
    fc.assert(
      fc.property(wishes, starts, (wish, { start, timezone }) => {
        const [entry, time] = [{ ...anyWish, ...wish } as never, timeAt(start, { timezone })]
        expect(fits(entry, time, { now, before: null })).toBe(fitsSlowly(entry, time))
      }),
      drawn(4_000, 20_270_308),
    )
  })

  it("WL-01 WL-04 locations, people and the appointment that is to become earlier narrow it", () => {
    const time = timeAt(minute("2027-03-10T16:00Z"))
    const wish = (fields: object, before: number | null = null) =>
      fits({ ...anyWish, ...fields }, time, { now, before })
    expect([wish({}), wish({ provider_ids: [1] }), wish({ location_ids: [2, 3] })]).toEqual([
      true,
      true,
      true,
    ])
    expect([wish({ provider_ids: [9] }), wish({ location_ids: [1] })]).toEqual([false, false])
    expect([wish({}, time.start + 1), wish({}, time.start)]).toEqual([true, false])
  })

  it("WL-02 a start uses freed time when the job lies in it in part", () => {
    const gap = { providerId: 1, from: 600, to: 660 }
    const uses = [539, 541, 600, 659, 660].map((start) => usesGap(timeAt(start), gap))
    expect(uses).toEqual([false, true, true, true, false])
    expect(usesGap(timeAt(600, { providerId: 2 }), gap)).toBe(false)
    expect(usesGap(timeAt(600, { providerId: 2 }), { ...gap, providerId: null })).toBe(true)
  })

  it("WL-02 of a long gap people are asked about the start that the fewest were offered, and then the earliest", () => {
    const times = [600, 660, 720].map((start) => timeAt(start))
    const offered = (start: number) => ({
      ...{
        provider_id: 1,
        parts: null,
        start_at: new Date(start * 60_000),
        end_at: new Date((start + 60) * 60_000),
      },
    })
    expect(timeToOffer(times, [])!.start).toBe(600)
    expect(timeToOffer(times, [offered(600)])!.start).toBe(660)
    expect(timeToOffer(times, [offered(630)])!.start).toBe(720)
    expect(timeToOffer(times, [600, 660, 720].map(offered))!.start).toBe(600)
    expect(timeToOffer([], [])).toBeNull()
  })

  it("WL-02 an offer is good until its time could not be booked any more, and for a day at most", () => {
    const start = minute("2027-03-01T20:00Z")
    const until = (at: number, noticeMinutes: number) =>
      offerGoodUntil(at, { noticeMinutes, now }).toISOString()
    expect(until(start, 120)).toBe("2027-03-01T18:00:00.000Z")
    expect(until(start + 3 * 1_440, 120)).toBe("2027-03-02T12:00:00.000Z")
  })
})

describe("who is asked", () => {
  const entry = (id: number, joined: number, priority = 0, asked: number | null = null) => ({
    ...{ id, created_at: new Date(joined), priority, asked_at: asked === null ? null : new Date(asked) },
  })
  const idsOf = (entries: { id: number }[]) => entries.map(({ id }) => id)

  it("WL-02 comes first by the company's order, and of equals who has waited longest", () => {
    const entries = [entry(1, 30, 1, 500), entry(2, 20, 5, 400), entry(3, 10, 1), entry(4, 5, 5, 400)]
    expect(idsOf(inAskingOrder(entries, "longest_waiting"))).toEqual([4, 3, 2, 1])
    expect(idsOf(inAskingOrder(entries, "priority"))).toEqual([4, 2, 3, 1])
    expect(idsOf(inAskingOrder(entries, "least_recently_asked"))).toEqual([3, 4, 2, 1])
  })

  it("WL-02 a few are asked in a minute, and all in time where it is near", () => {
    const asked = (left: number, minutesLeft: number) => askedInRound(left, { perMinute: 3, minutesLeft })
    expect([asked(200, 72 * 60), asked(2, 72 * 60), asked(0, 60)]).toEqual([3, 2, 0])
    expect([asked(200, 65), asked(200, 30), asked(200, 0)]).toEqual([10, 200, 0])
  })

  it("WL-01 a sixth entry is refused, the same type and dates change the first", () => {
    const made = (id: number, latest_date: string) => ({
      ...{ id, appointment_type_id: 1, then_type_ids: [], ...anyWish, latest_date },
    })
    const present = [10, 11, 12, 13, 14].map((day) => made(day, `2027-03-${day}`)) as never[]
    const joining = (latest_date: string) =>
      ({ ...anyWish, appointment_type_id: 1, then_type_ids: [], latest_date }) as never
    expect(judgeJoining(present, joining("2027-03-12"))).toMatchObject({ changes: { id: 12 } })
    expect(judgeJoining(present, joining("2027-03-20"))).toMatchObject({ code: "too_many_waiting_entries" })
    expect(judgeJoining(present.slice(1), joining("2027-03-20"))).toEqual({ changes: null })
    const both = { ...made(0, "2027-03-12"), then_type_ids: [2] } as never
    expect(judgeJoining(present.slice(1), both)).toEqual({ changes: null })
    expect(judgeChange(present, made(10, "2027-03-11") as never)).toMatchObject({ field: "latest_date" })
    expect(judgeChange(present, made(10, "2027-03-10") as never)).toBeNull()
  })
})

describe("an offer that is looked at", () => {
  const later = new Date(now + 300_000)
  const offer = { id: 1, status: "offered" as const, good_until: new Date(now + 3_600_000) }
  const around = { ownUntil: null, othersUntil: null, inLine: [], isOffered: true, isSeat: false }
  const line = (...ids: number[]) =>
    ids.map((id) => ({ id, status: "offered" as const, asked_for_at: new Date(now + id) }))

  it("WL-03 is free, held, another's, next or gone", () => {
    expect(offerNow(offer, around, now).state).toBe("free")
    expect(offerNow(offer, { ...around, isOffered: false }, now).state).toBe("gone")
    expect(offerNow(offer, { ...around, isSeat: true }, now).state).toBe("seat")
    expect(offerNow(offer, { ...around, ownUntil: later }, now)).toEqual({ state: "held", until: later })
    expect(offerNow(offer, { ...around, ownUntil: new Date(now) }, now).state).toBe("free")
    const others = { ...around, othersUntil: later, isOffered: false }
    expect(offerNow(offer, others, now)).toEqual({ state: "other", until: later })
    expect(offerNow(offer, { ...others, inLine: line(1, 2) }, now).state).toBe("next")
    expect(offerNow(offer, { ...others, inLine: line(2, 1) }, now).state).toBe("other")
    expect(offerNow({ ...offer, good_until: new Date(now) }, around, now).state).toBe("gone")
    expect(offerNow({ ...offer, status: "expired" as never }, around, now).state).toBe("gone")
  })

  it("WL-03 over a stated mix nobody is refused what they were shown as theirs, and the time fills with less than half of the messages", () => {
    const figures = simulate(1_500)
    expect(figures.map(({ name }) => name)).toEqual([
      "waiting.fill_lost",
      "waiting.messages_ratio",
      "waiting.refused",
    ])
    expect(figures.filter(({ met }) => !met)).toEqual([])
  })
})

it("WL-01 the refusal of a join that no offer could reach names the box that would help", () => {
  expect(unreachable({ mailOffers: false, hasEmail: true }).field).toBe("textOffers")
  expect(unreachable({ mailOffers: true, hasEmail: false }).field).toBe("mailOffers")
})

it("WL-05 a free stretch is as long as the times in it that touch, and counts each person once", () => {
  const times = fc.array(
    fc.record({
      customerId: fc.integer({ min: 1, max: 4 }),
      providerId: fc.integer({ min: 1, max: 2 }),
      start: fc.integer({ min: 0, max: 40 }),
      minutes: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(times, (all) => {
      const offered = all.map(({ customerId, start, minutes, providerId }) => ({
        customerId,
        times: [timeAt(start, { providerId, end: start + minutes })],
      }))
      const gaps = waitedForGaps(offered)
      for (const providerId of [1, 2]) {
        const own = all.filter((one) => one.providerId === providerId)
        const found = gaps.filter((gap) => gap.providerId === providerId)
        for (let at = 0; at < 50; at += 1) {
          const isFree = own.some(({ start, minutes }) => start <= at && at < start + minutes)
          expect(found.filter(({ from, to }) => from <= at && at < to)).toHaveLength(Number(isFree))
        }
        for (const { from, to, customerIds } of found) {
          const inside = own.filter(({ start }) => from <= start && start < to)
          const ids = new Set(inside.map(({ customerId }) => customerId))
          expect(customerIds).toEqual([...ids].sort((a, b) => a - b))
        }
      }
    }),
    drawn(800, 20_270_314),
  )
})

describe("several types in one visit", () => {
  const part = fc.record({
    typeId: fc.integer({ min: 1, max: 3 }),
    providerId: fc.integer({ min: 1, max: 3 }),
    providerName: fc.constant("Gil"),
    start: fc.integer({ min: 0, max: 90 }),
    minutes: fc.integer({ min: 1, max: 30 }),
  })

  it("WL-02 a time uses a gap by any of its parts, minute by minute, and not between them", () => {
    const anyGap = fc.record({
      providerId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      from: fc.integer({ min: 0, max: 110 }),
      minutes: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 2, maxLength: 4 }),
        anyGap,
        (drawn, { minutes: long, ...gap }) => {
          const parts = drawn.map(({ minutes, ...one }) => ({ ...one, end: one.start + minutes }))
          const time = timeAt(parts[0]!.start, {
            providerId: parts[0]!.providerId,
            end: parts.at(-1)!.end,
            parts,
          })
          let isUsed = false
          for (let at = gap.from; at < gap.from + long; at += 1)
            for (const one of parts)
              if (one.start <= at && at < one.end && (gap.providerId ?? one.providerId) === one.providerId)
                isUsed = true
          expect(usesGap(time, { ...gap, to: gap.from + long })).toBe(isUsed)
        },
      ),
      drawn(800, 20_270_315),
    )
  })

  it("WL-01 an entry ends once each of its types has been booked since, as often as it waits for it", () => {
    const created_at = new Date(now)
    const typeIds = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
    const booking = fc.record({ id: fc.integer({ min: 1, max: 4 }), late: fc.boolean() })
    fc.assert(
      fc.property(typeIds, fc.array(booking, { maxLength: 6 }), ([first, ...rest], bookings) => {
        const booked = bookings.map(({ id, late }) => ({
          ...{ appointment_type_id: id, created_at: new Date(now + (late ? 1 : -1)) },
        }))
        const count = (ids: readonly number[], id: number) => ids.filter((each) => each === id).length
        const since = bookings.filter(({ late }) => late).map(({ id }) => id)
        const wanted = [first!, ...rest]
        const expected = [1, 2, 3].every((id) => count(since, id) >= count(wanted, id))
        const entry = { appointment_type_id: first!, then_type_ids: rest, created_at }
        expect(isBooked(entry, booked)).toBe(expected)
      }),
      drawn(800, 20_270_316),
    )
  })
})
