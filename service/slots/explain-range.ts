/** Why the starts of many providers and days are not offered: for staff, in one call, as wide as a search. */

import { invalid } from "../../domain/model/errors.ts"
import type { ExplainedLocation, ExplainedSchedules } from "../../domain/model/schedules.ts"
import {
  type ExplainRangeQuestion,
  explainRangeQuestion,
  rangeExplanationView,
} from "../../domain/model/slot-explanation.ts"
import type { ReasonNames } from "../../domain/model/slot-reasons.ts"
import {
  type ExplainedEntry,
  explainPart,
  type RangePart,
  type RangeWriting,
} from "../../domain/rules/availability/explain-range.ts"
import { eachExplained, namesFor, planExplanation } from "../../domain/rules/availability/explain-slots.ts"
import { msOfExplanation } from "../../domain/rules/cost/estimates.ts"
import { looksOfDate, mostLooksOfPart } from "../../domain/rules/cost/explained-dates.ts"
import { runsOfGroup } from "../../domain/rules/groups/explain-group.ts"
import { loadManyExplained } from "../ledger/explained-schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type AnyOperation, type Call, staff } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { readGroupRange } from "./explain-group.ts"
import { partBeginIn, readQuestion } from "./read-question.ts"
import { readToExplain, refuseNoLocation } from "./read-to-explain.ts"

export const explainRangeOperation = {
  name: "explain_range",
  summary: "Explain why times of many providers and days are not offered",
  description:
    "Of up to 31 days, as a search. Starts that follow each other and have the same reasons are told as one run. Of several types " +
    "a start at which the first could begin and the rest can't follow is a run of its own, with what is `blocked`.",
  noun: "Slots",
  readsOnly: true,
  roles: staff,
  refusals: ["appointment_not_scheduled", "not_found", "request_mismatch", "request_not_open"],
  body: explainRangeQuestion,
  result: rangeExplanationView,
  list: false,
  run: explainRange,
} satisfies Omit<AnyOperation, "run"> & { run: unknown }

/** A provider at a location, before an interface writes out what is said of it. */
export interface RangeEntry extends ExplainedEntry {
  names: ReasonNames
}

export interface RangeToExplain {
  slotIntervalMinutes: number
  /** The wanted part of the answer, judged while it is written. */
  partOf(writing: RangeWriting<RangeEntry>): Generator<void, RangePart<RangeEntry>>
}

async function explainRange(
  context: AppContext,
  call: Call,
  question: ExplainRangeQuestion,
): Promise<RangeToExplain> {
  if (question.appointment_type_ids !== undefined)
    return explainGroupRange(context, call, {
      ...{ ...question, appointment_type_ids: question.appointment_type_ids },
    })
  if (question.same_provider !== undefined)
    throw invalid("same_provider", "goes with appointment_type_ids only")
  const { ask, wish: askedWish } = await readQuestion(context, call, question)
  const begin = partBeginIn(ask, question.more_from)
  const found = await loadManyExplained(context.db, ask)
  const { loaded, wish } = await readToExplain(context, call, question, askedWish, found)
  const each = eachExplained(loaded)
  if (ask.providerId !== null) for (const one of each) refuseNoLocation(one, question)
  const entries = await inSlices(
    entriesOf(each, (one, location) => ({
      explained: planExplanation(one, wish, location),
      names: namesFor(one, location),
    })),
  )
  const { firstDay, endDay } = ask
  await granted(
    msOfExplanation(
      entries.map(({ explained }) => explained),
      { firstDay: begin?.day ?? firstDay, endDay },
    ),
  )
  const slotIntervalMinutes = loaded.type!.slot_interval_minutes
  return {
    slotIntervalMinutes,
    partOf: (writing) => explainPart(entries, { firstDay, endDay, begin, ...limit }, writing),
  }
}

const limit = {
  mostLooks: mostLooksOfPart,
  looksOf: ({ explained }: RangeEntry, day: number) => looksOfDate(explained, day),
}

/** Each provider at each location where they are explained, in steps. */
function* entriesOf(
  each: readonly ExplainedSchedules[],
  entryAt: (one: ExplainedSchedules, location: ExplainedLocation) => RangeEntry,
): Generator<void, RangeEntry[]> {
  const entries: RangeEntry[] = []
  for (const one of each) {
    for (const location of one.explainedLocations) {
      entries.push(entryAt(one, location))
      yield
    }
  }
  return entries
}

/** As a search for them finds: where a provider is named, they lead all. */
async function explainGroupRange(
  context: AppContext,
  call: Call,
  question: ExplainRangeQuestion & { appointment_type_ids: number[] },
): Promise<RangeToExplain> {
  const { ask, types, following, offeredBy } = await readGroupRange(context, call, question)
  const begin = partBeginIn(ask, question.more_from)
  const [{ many, each, wish }] = types
  if (ask.providerId !== null) for (const one of each) refuseNoLocation(one, question)
  const slotIntervalMinutes = many.type!.slot_interval_minutes
  const entries = await inSlices(
    entriesOf(each, (one, location) => {
      const offered = offeredBy(one, location)
      const there = { ...one, explainedLocations: [location] }
      return {
        explained: planExplanation(one, wish, location),
        names: namesFor(one, location),
        withRest: (runs) =>
          runsOfGroup(types, there, following, { runs, offered, step: slotIntervalMinutes }),
      }
    }),
  )
  const { firstDay, endDay } = ask
  return {
    slotIntervalMinutes,
    partOf: (writing) => explainPart(entries, { firstDay, endDay, begin, ...limit }, writing),
  }
}
