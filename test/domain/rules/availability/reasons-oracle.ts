/**
 * The judge of reasons. It knows nothing of how they are found: it lifts the records that they name (the time off is gone,
 * the appointment is elsewhere, the hours are longer, the provider is active) and asks the minute-by-minute oracle again. All
 * records lifted, the start must be allowed; all but one, it must not be.
 */
import type { SearchInput } from "../../../../domain/model/availability.ts"
import type { Reason } from "../../../../domain/model/slot-explanation.ts"
import type { ReasonCode } from "../../../../domain/model/slot-reasons.ts"
import { closedMinutes } from "../../../../domain/rules/availability/closed-dates.ts"
import { normalized } from "../../../../domain/time/intervals.ts"
import { World } from "./oracle.ts"
import type { RandomSchedule } from "./random-schedule.ts"

/** True where the start may be booked once these reasons are lifted. */
export function isAllowed(schedule: RandomSchedule, start: number, lifted: readonly Reason[]): boolean {
  const codes = new Set(lifted.map(({ code }) => code))
  if (faults(schedule).some((code) => !codes.has(code))) return false
  const { input } = schedule
  const causesOf = (...wanted: ReasonCode[]) =>
    lifted.filter(({ code }) => wanted.includes(code)).flatMap(({ causes }) => causes)
  const hours = causesOf("closed", "closed_that_day", "short_day")
  const drives = causesOf("unreachable")
  const isGone = new Set(
    [...causesOf("appointment", "buffer", "calendar_busy", "daily_limit"), ...drives].map(
      ({ kind, id }) => `${kind} ${id}`,
    ),
  )
  const ended = new Set(causesOf("customer_busy").map(({ id }) => id))
  const customerJobs = input.customerJobs.filter(({ id }) => !ended.has(id))
  const reopened = new Set(causesOf("holiday").map(({ id }) => id))
  const place = input.locations[0]!
  const closed = closedMinutes(
    schedule.closed.filter(([id]) => !reopened.has(id)),
    place,
  )
  const offIds = new Set(causesOf("time_off").map(({ id }) => id))
  const pairs = (rows: readonly { start: number; end: number }[]) =>
    Int32Array.from(rows.flatMap((row) => [row.start, row.end]))
  const own = input.providers[0]!
  const occupying = schedule.occupying.filter(({ kind, id }) => !isGone.has(`${kind} ${id}`))
  const gone = schedule.occupying.filter(({ kind, id }) => isGone.has(`${kind} ${id}`))
  const isJudged = schedule.states.place === "at_customer"
  const provider = {
    ...own,
    travel: isJudged ? own.travel : null,
    jobs: own.jobs.filter((job) =>
      occupying.some(
        ({ kind, jobStart, jobEnd }) =>
          kind === "appointment" && jobStart === job.start && jobEnd === job.end,
      ),
    ),
    timeOff: pairs(schedule.timeOff.filter(({ id }) => !offIds.has(id))),
    busy: pairs(occupying),
    typeStarts: own.typeStarts.filter(
      (minute) => !gone.some(({ kind, jobStart }) => kind === "appointment" && jobStart === minute),
    ),
  }
  const lent = new Set(causesOf("resource_taken").map(({ value }) => value))
  const isLent = (group: string) =>
    lent.has(group) || input.resources?.resources.some((one) => one.group === group && lent.has(one.name))
  const needs = (input.type.needs ?? []).filter(({ group }) => !isLent(group))
  const isLimitLifted = causesOf("daily_limit").some(({ kind }) => kind === "limit")
  const bare = withoutRules(input, start, codes, isLimitLifted)
  const world = new World(
    { ...bare, customerJobs, type: { ...bare.type, needs } },
    provider,
    { ...place, closed },
    {
      addedHours: hours.flatMap(({ from, to }) => [from!, to!]),
      notice: codes.has("notice"),
      ownBuffers: isGone.has(`appointment_type ${input.type.id}`),
      nextDay: codes.has("no_next_working_day"),
      home: drives.some(({ kind }) => kind === "provider"),
    },
  )
  if (!world.allows(start)) return false
  if (codes.has("crew_short") || schedule.colleagues.length === 0) return true
  // Without a next working day it is unknown when the job would go on.
  if (codes.has("no_next_working_day")) return true
  // Rules that are lifted are the provider's: the others only get rid of the same records.
  const others = schedule.colleagues.map(({ plan, timeOff, occupying: theirs }) => {
    const left = theirs.filter(({ kind, id }) => !isGone.has(`${kind} ${id}`))
    const away = theirs.filter((row) => !left.includes(row))
    const lifted = {
      ...plan,
      travel: isJudged ? plan.travel : null,
      timeOff: pairs(timeOff.filter(({ id }) => !offIds.has(id))),
      busy: normalized(pairs(left)),
      jobs: plan.jobs.filter((job) =>
        left.some((row) => row.jobStart === job.start && row.jobEnd === job.end),
      ),
      typeStarts: plan.typeStarts.filter(
        (minute) => !away.some(({ kind, jobStart }) => kind === "appointment" && jobStart === minute),
      ),
    }
    const day = Math.floor(start / 1440)
    return new World(
      { ...input, type: { ...input.type, needs: [] }, firstDay: day - 2, endDay: day + 3, customerJobs: [] },
      lifted,
      {
        ...place,
        closed,
      },
    )
  })
  const blocks = world.blocks(start)!
  const free = others.filter((other) => blocks.every((block) => other.canTakePlace(block)))
  return free.length >= input.type.crew! - 1
}

export function withoutRules(
  input: SearchInput,
  start: number,
  codes: ReadonlySet<ReasonCode>,
  isLimitLifted: boolean,
): SearchInput {
  const day = Math.floor(start / 1440)
  return {
    ...input,
    firstDay: day - 2,
    endDay: day + 3,
    request: codes.has("request_dates") ? null : input.request,
    type: {
      ...input.type,
      slotIntervalMinutes: codes.has("off_grid") ? 1 : input.type.slotIntervalMinutes,
      dailyLimit: isLimitLifted ? null : input.type.dailyLimit,
      bookingWindowDays: codes.has("booking_window") ? 100_000 : input.type.bookingWindowDays,
    },
  }
}

/** The faults that keep the provider from being booked there at any time. */
export function faults({ states, input }: RandomSchedule): ReasonCode[] {
  const isBound = states.place === "at_customer" && !input.overrideEligibility
  const holds: Partial<Record<ReasonCode, boolean>> = {
    type_inactive: !states.isTypeActive && !states.moves,
    provider_inactive: !states.isProviderActive,
    location_inactive: !states.isLocationActive,
    not_offered_by_provider: !states.offersType,
    not_offered_at_location: !states.isOfType,
    request_needed: states.lacksRequest,
    calendar_unread: states.isUnread,
    assigned_to_another: states.assigned === "other" && !states.moves,
    request_provider: input.request !== null && states.requested.provider === "other" && !states.moves,
    request_location: input.request !== null && states.requested.location === "other" && !states.moves,
    no_address: isBound && states.address === "unknown",
    out_of_service_area: isBound && states.address === "outside",
    too_far: isBound && states.isTooFar,
  }
  return (Object.keys(holds) as ReasonCode[]).filter((code) => holds[code])
}
