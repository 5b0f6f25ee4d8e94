/** Why several types can't follow one another from a start. */
import type { z } from "zod"
import { invalid } from "../../domain/model/errors.ts"
import type { ExplainedSchedules } from "../../domain/model/schedules.ts"
import {
  type ExplainQuestion,
  type ExplainRangeQuestion,
  type explanationView,
  showBlocked,
  showReason,
} from "../../domain/model/slot-explanation.ts"
import { eachExplained, namesFor } from "../../domain/rules/availability/explain-slots.ts"
import { Effort } from "../../domain/rules/cost/effort.ts"
import { mostLooks, msOfGroupRuns, msToFollow, triesAfter } from "../../domain/rules/cost/estimates.ts"
import {
  blockedStarts,
  type ExplainedType,
  explainGroup,
  type OfferedStarts,
  searchOfType,
} from "../../domain/rules/groups/explain-group.ts"
import { findGroups } from "../../domain/rules/groups/find-groups.ts"
import { whyNotLinked } from "../../domain/rules/groups/judge-group.ts"
import type { Following } from "../../domain/rules/groups/searched-parts.ts"
import { dateOfDay, isoOfMinute } from "../../domain/time/dates.ts"
import { firstFrom } from "../../domain/time/intervals.ts"
import { minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { loadExplainedSchedules, loadManyExplained } from "../ledger/explained-schedules.sql.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { daysBetween, grantReading } from "./load-search.ts"
import { readQuestion } from "./read-question.ts"
import { readToExplain, refuseNoLocation } from "./read-to-explain.ts"

export type GroupToExplain = ExplainQuestion & { appointment_type_ids: number[] }

const goesAlone = [
  ...([
    "appointment_id",
    "appointment_type_id",
    "scheduling_request_id",
    "duration_option_id",
    "date",
  ] as const),
]

/** Throws as the search for several types does, but for what is a reason. */
export async function explainGroupStart(
  context: AppContext,
  call: Call,
  question: GroupToExplain,
): Promise<z.input<typeof explanationView>> {
  const mixed = goesAlone.find((field) => question[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  if (question.start_time === undefined) throw invalid("start_time", "is required with appointment_type_ids")
  const startMinute = Date.parse(question.start_time) / msPerMinute
  const { appointment_type_ids: typeIds, same_provider: sameProvider = false } = question
  await grantReading(context, call, { typeIds, days: daysAround, isExplained: true })
  const types: ExplainedType[] = []
  for (const [index, typeId] of typeIds.entries()) {
    const type = await readExplainedType(context, call, question, {
      ...{ typeId, index, startMinute, sameProvider },
    })
    if (index === 0 || sameProvider) refuseNoLocation(type.each[0]!, question)
    types.push(type)
  }
  const [{ each }] = types as [ExplainedType, ...ExplainedType[]]
  const first = each.find(({ explained }) => explained!.plan.id === question.provider_id)!
  const following = { gapMinutes: first.company.linked_gap_minutes, sameProvider }
  const found = await inSlices(explainGroup(types, first, startMinute, following))
  const { location } = found
  const names = namesFor(first, location)
  return {
    provider_id: question.provider_id,
    location_id: location.id,
    timezone: location.timezone,
    starts: [
      {
        start_time: isoOfMinute(startMinute),
        offered: found.isOffered,
        reasons: found.first.reasons.map((reason) => showReason(reason, names)),
        blocked: blockedStarts(found).map(showBlocked),
      },
    ],
  }
}

/** A day before, and what may follow until after the next midnight. */
const daysAround = 4

interface AskedType {
  typeId: number
  index: number
  startMinute: number
  sameProvider: boolean
  /** The asker's own hold, which hides nothing from them. */
  holdId?: number | null
}

/**
 * The named provider in any state, of the first type or of all where one is to lead them; else all active ones who offer the
 * type.
 */
export async function readExplainedType(
  context: AppContext,
  call: Call,
  asked: GroupToExplain,
  { typeId, index, startMinute, sameProvider, holdId = null }: AskedType,
): Promise<ExplainedType> {
  const { appointment_type_ids: _, same_provider, start_time, date, ...rest } = asked
  const day = Math.floor(startMinute / minutesPerDay)
  const question = {
    ...{ ...rest, appointment_type_id: typeId },
    ...{ start_date: dateOfDay(day - 1), end_date: dateOfDay(day - 1 + daysAround) },
  }
  const { ask, wish: searched } = await readQuestion(context, call, question, { holdId })
  const isNamed = index === 0 || sameProvider
  const providerId = isNamed ? asked.provider_id : null
  const [found, named] = await Promise.all([
    loadManyExplained(context.db, { ...ask, providerId }),
    isNamed ? loadExplainedSchedules(context.db, { ...ask, providerId: asked.provider_id }) : null,
  ])
  const { loaded: many, wish } = await readToExplain(context, call, question, searched, found)
  const refused = whyNotLinked(many.type, index)
  if (refused) throw refused
  if (named === null) return { many, each: eachExplained(many), wish }
  const { loaded } = await readToExplain(context, call, question, searched, named)
  return { many, each: [loaded], wish }
}

export interface GroupRange {
  /** The question about the first type. */
  ask: ScheduleQuestion
  types: [ExplainedType, ...ExplainedType[]]
  following: Following
  /** The starts of the dates that a search for all offers. */
  offeredBy(first: ExplainedSchedules, location: { id: number }): OfferedStarts
}

const none = new Int32Array(0)

const goesAloneInRange = goesAlone.filter((field) => field !== "date")

/** Several types over the dates of a search. Throws as the search does, but for what is a reason. */
export async function readGroupRange(
  context: AppContext,
  call: Call,
  question: ExplainRangeQuestion & { appointment_type_ids: number[] },
): Promise<GroupRange> {
  const mixed = goesAloneInRange.find((field) => question[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  const { appointment_type_ids: typeIds, same_provider, ...rest } = question
  const sameProvider = same_provider === true || question.provider_id != null
  await grantReading(context, call, {
    typeIds,
    days: daysBetween(question.start_date, question.end_date),
    isExplained: true,
  })
  // One after the other: together they would take every processor from the statements of other companies.
  const read = await Array.fromAsync(typeIds, async (typeId, index) => {
    const asked = { ...rest, appointment_type_id: typeId }
    const { ask, wish: searched } = await readQuestion(context, call, asked)
    // A later part may begin after midnight of the last date.
    const found = await loadManyExplained(context.db, { ...ask, endDay: ask.endDay + 1 })
    const { loaded: many, wish } = await readToExplain(context, call, asked, searched, found)
    const refused = whyNotLinked(many.type, index)
    if (refused) throw refused
    return { ask, type: { many, each: eachExplained(many), wish } satisfies ExplainedType }
  })
  const [{ ask }] = read as [(typeof read)[number], ...typeof read]
  const all: ExplainedType[] = read.map(({ type }) => type)
  const types = all as GroupRange["types"]
  const following = { gapMinutes: types[0].many.company.linked_gap_minutes, sameProvider }
  const { firstDay, endDay, locationId } = ask
  const [first, ...others] = types.map((type) => searchOfType(type, { firstDay, endDay, locationId }))
  const dates = { providers: first!.providers.length, days: endDay - firstDay }
  await granted(msToFollow([first!, ...others], following))
  const { result, unfollowed } = await inSlices(
    findGroups([first!, ...others], following, new Effort(mostLooks)),
  )
  const [next] = others
  await granted(msOfGroupRuns(dates, { unfollowed, tries: triesAfter(next!, following) }))
  const offered = new Map(
    result.offered.map(({ provider, location, starts }) => [
      `${provider.id} ${location.id}`,
      Int32Array.from(starts),
    ]),
  )
  return {
    ...{ ask, types, following },
    offeredBy: ({ explained }, { id }) => {
      const starts = offered.get(`${explained!.plan.id} ${id}`) ?? none
      return { has: (start) => starts[firstFrom(starts, start)] === start }
    },
  }
}
