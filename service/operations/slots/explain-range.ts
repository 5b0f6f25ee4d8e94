/** Why the starts of many providers and days are not offered: for staff, in one call, as wide as a search. */

import {
  type ExplainRangeQuestion,
  explainRangeQuestion,
  rangeExplanationView,
} from "../../../domain/model/slot-explanation.ts"
import type { ReasonNames } from "../../../domain/model/slot-reasons.ts"
import {
  explainPart,
  type RangePart,
  type RangeWriting,
} from "../../../domain/rules/availability/explain-range.ts"
import { eachExplained, namesFor, planExplanation } from "../../../domain/rules/availability/explain-slots.ts"
import type { Explained } from "../../../domain/rules/availability/lifted-time.ts"
import type { AppContext } from "../../context.ts"
import { loadManyExplained } from "../../store/explained-schedules.ts"
import { type AnyOperation, type Call, staff } from "../operation.ts"
import { partBeginIn, readQuestion } from "./read-question.ts"
import { readToExplain, refuseNoLocation } from "./read-to-explain.ts"

export const explainRangeOperation = {
  name: "explain_range",
  summary: "Explain why times of many providers and days are not offered",
  description:
    "Of up to 31 days, as a search. Starts that follow each other and have the same reasons are told as one run.",
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
export interface RangeEntry {
  explained: Explained
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
  const { ask, wish: askedWish } = await readQuestion(context, call, question)
  const begin = partBeginIn(ask, question.more_from)
  const found = await loadManyExplained(context.db, ask)
  const { loaded, wish } = await readToExplain(context, call, question, askedWish, found)
  const each = eachExplained(loaded)
  if (ask.providerId !== null) for (const one of each) refuseNoLocation(one, question)
  const entries = each.flatMap((one) =>
    one.explainedLocations.map((location) => ({
      explained: planExplanation(one, wish, location),
      names: namesFor(one, location),
    })),
  )
  const { firstDay, endDay } = ask
  const slotIntervalMinutes = loaded.type!.slot_interval_minutes
  return {
    slotIntervalMinutes,
    partOf: (writing) => explainPart(entries, { firstDay, endDay, begin }, writing),
  }
}
