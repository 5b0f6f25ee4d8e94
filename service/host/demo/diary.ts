/** Fills the year's diary in memory, by the rules that every search and booking follows. */
import type { DurationOption } from "../../../domain/model/appointment.ts"
import type { LocationPlan, ProviderPlan, SearchInput } from "../../../domain/model/availability.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import type { MinuteBlock } from "../../../domain/model/slot-search.ts"
import { blocksOf } from "../../../domain/rules/availability/blocks.ts"
import { eligibleLocations } from "../../../domain/rules/availability/eligible-locations.ts"
import { findStarts } from "../../../domain/rules/availability/find-starts.ts"
import { planSearch } from "../../../domain/rules/availability/plan-search.ts"
import { type OccupiedBlock, occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { weekdayOfDay } from "../../../domain/time/dates.ts"
import { minutesPerDay, msPerDay, msPerHour, msPerMinute } from "../../../domain/time/units.ts"
import type { Dice } from "./dice.ts"
import type { Cast, Colleague, Customer, Season } from "./set-up-company.ts"
import type { TypeName } from "./story.ts"

/** One booked time, with what it was judged by. */
export interface Entry {
  typeName: TypeName
  customer: Customer
  /** When it was booked, epoch milliseconds. */
  bookedAt: number
  /** Days since 1970 on which it begins. */
  day: number
  loaded: LoadedSchedules
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  blocks: readonly MinuteBlock[]
  durationOption: DurationOption | null
}

export interface Stage {
  season: Season
  cast: Cast
  schedules: Readonly<Record<TypeName, LoadedSchedules>>
  now: number
  dice: Dice
}

type Kept = OccupiedBlock & { typeName: TypeName }

const longestJobDays = 21

export function fillDiary(stage: Stage): Entry[] {
  const entries: Entry[] = []
  const kept = new Map<number, Kept[]>(stage.cast.colleagues.map(({ id }) => [id, []]))
  for (let day = stage.season.firstDay; day < stage.season.endDay; day += 1) {
    for (const colleague of stage.cast.colleagues) {
      const blocks = kept.get(colleague.id)!.filter(({ end }) => end > (day - longestJobDays) * minutesPerDay)
      kept.set(colleague.id, blocks)
      entries.push(...fillDay(stage, colleague, day, blocks))
    }
  }
  return entries.sort((a, b) => a.bookedAt - b.bookedAt)
}

function fillDay(stage: Stage, colleague: Colleague, day: number, kept: Kept[]): Entry[] {
  const entries: Entry[] = []
  const shift = colleague.shifts.find(({ weekdays }) => weekdays.includes(weekdayOfDay(day)))
  if (!shift) return entries
  const inTown = stage.cast.customers.filter(({ town }) => town === shift.town)
  for (let left = wantedJobs(day - stage.season.today, stage.dice); left > 0; left -= 1) {
    const typeName = stage.dice.pick(colleague.offers)
    const customer = stage.dice.pick(inTown)
    const entry = entryFor(stage, { colleague, customer, typeName, day }, kept)
    if (!entry) continue
    entries.push(entry)
    kept.push(...occupiedBlocks(entry.input.type, entry.blocks).map((block) => ({ ...block, typeName })))
  }
  return entries
}

/** Busy near now, some forty jobs a fortnight; thinner further ahead and in what is long over. */
function wantedJobs(daysFromNow: number, dice: Dice): number {
  if (daysFromNow < -30) return dice.between(0, 2)
  if (daysFromNow <= 10) return dice.between(3, 5)
  if (daysFromNow <= 30) return dice.between(1, 3)
  return dice.chance(0.4) ? 1 : 0
}

interface Attempt {
  colleague: Colleague
  customer: Customer
  typeName: TypeName
  day: number
}

function entryFor(stage: Stage, attempt: Attempt, kept: readonly Kept[]): Entry | null {
  const { dice } = stage
  const { colleague, customer, typeName, day } = attempt
  const known = stage.schedules[typeName]
  const provider = withKept(known.providers.find(({ id }) => id === colleague.id)!, kept, typeName)
  const loaded = { ...known, customer: customer.record, providers: [provider] }
  const options = known.type!.duration_options
  const durationOption = options.length > 0 && dice.chance(0.5) ? dice.pick(options) : null
  const bookedAt = bookingTime(stage, day)
  const input = planSearch(loaded, {
    now: bookedAt,
    firstDay: day,
    endDay: day + 1,
    locationId: null,
    providerId: provider.id,
    blockMinutes: durationOption && [durationOption.minutes],
    request: null,
    serviceAddress: null,
    moves: false,
    overrideEligibility: false,
  })
  const starts = eligibleLocations(input).providerLocations.flatMap(({ location }) =>
    Array.from(findStarts(input, { provider, location }).starts, (start) => ({ location, start })),
  )
  if (starts.length === 0) return null
  const { location, start } = dice.pick(starts)
  const blocks = blocksOf(input, provider, location, start)
  return (
    blocks && { typeName, customer, bookedAt, day, loaded, input, provider, location, blocks, durationOption }
  )
}

/** Some days to some weeks ahead, and never later than now. */
function bookingTime({ now, dice }: Stage, day: number): number {
  const usual = (day - dice.between(5, 24)) * msPerDay + dice.between(14 * 60, 23 * 60) * msPerMinute
  return Math.min(usual, now - dice.between(1, 20 * 24) * msPerHour)
}

function withKept(provider: ProviderPlan, kept: readonly Kept[], typeName: TypeName): ProviderPlan {
  const sorted = kept.toSorted((a, b) => a.start - b.start)
  return {
    ...provider,
    busy: Int32Array.from(sorted.flatMap(({ start, end }) => [start, end])),
    typeStarts: Int32Array.from(
      sorted.filter((block) => block.typeName === typeName).map(({ jobStart }) => jobStart),
    ),
  }
}
