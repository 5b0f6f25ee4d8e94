/** Why a provider's starts are not offered: for staff, who may change what stands in the way. */

import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import type { ExplainedLocation, ExplainedSchedules } from "../../model/schedules.ts"
import {
  type ExplainedStart,
  type ExplainQuestion,
  explainQuestion,
  explanationView,
  showReason,
} from "../../model/slot-reasons.ts"
import type { SlotQuestion } from "../../model/slot-search.ts"
import { explainDay, shownStarts } from "../../rules/availability/explain-starts.ts"
import { namesFor, planExplanation } from "../../rules/availability/plan-explanation.ts"
import { optionOf } from "../../rules/booking/judge-booking.ts"
import { loadExplainedSchedules } from "../../store/explained-schedules.ts"
import { dateOfDay, dayOfDate, isoOfMinute } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { type Call, operation, staff } from "../operation.ts"
import { refuseUnknown, requestFor } from "./asked-records.ts"
import { readQuestion } from "./read-question.ts"

export const explainSlots = operation({
  name: "explain_slots",
  summary: "Explain why times are not offered",
  description:
    "Of one start, or of a local day of one provider. A start that is not offered carries all reasons, the records that " +
    "cause them, and what would lift each.",
  noun: "Slots",
  roles: staff,
  body: explainQuestion,
  result: explanationView,
  run: explain,
})

async function explain(
  context: AppContext,
  call: Call,
  question: ExplainQuestion,
): Promise<z.input<typeof explanationView>> {
  const { ask, wish } = await readQuestion(context, call, searchOf(question))
  const loaded = await loadExplainedSchedules(context.db, { ...ask, providerId: question.provider_id })
  refuseUnknown(loaded, question, call)
  const option = optionOf(loaded, question.duration_option_id ?? null)
  if (option instanceof Refusal) throw option
  const bound = requestFor(loaded, question, call)
  const lacksRequest = bound instanceof Refusal
  const request = lacksRequest ? null : bound
  const blockMinutes = wish.blockMinutes ?? request?.block_minutes ?? (option && [option.minutes])
  const explanationWish = { ...wish, blockMinutes, request, lacksRequest, asksLive: false }
  const explanations = locationsOf(loaded, question).map((location) => {
    const explained = planExplanation(loaded, explanationWish, location)
    const day = dayAsked(question, location.timezone)
    const starts =
      question.start_time === undefined ? shownStarts(explained, day) : [minuteOf(question.start_time)]
    return { location, starts: explainDay(explained, day, starts) }
  })
  const { location, starts } = explanations.reduce((best, other) =>
    howOpen(other.starts) > howOpen(best.starts) ? other : best,
  )
  const names = namesFor(loaded, location)
  return {
    provider_id: question.provider_id,
    location_id: location.id,
    timezone: location.timezone,
    starts: starts.map(({ start, isOffered, reasons }) => ({
      start_time: isoOfMinute(start),
      offered: isOffered,
      reasons: reasons.map((reason) => showReason(reason, names)),
    })),
  }
}

const minuteOf = (time: string) => Date.parse(time) / msPerMinute

/** The same question as a search. Of a start, whose local date depends on the location, with a day to either side. */
function searchOf(question: ExplainQuestion): SlotQuestion {
  const { start_time, date, ...rest } = question
  if ((start_time === undefined) === (date === undefined)) {
    throw invalid("start_time", "expected either start_time or date")
  }
  const day = date === undefined ? Math.floor(minuteOf(start_time!) / minutesPerDay) : dayOfDate(date)!
  const reach = date === undefined ? 1 : 0
  return { ...rest, start_date: dateOfDay(day - reach), end_date: dateOfDay(day + reach + 1) }
}

function dayAsked({ start_time, date }: ExplainQuestion, zone: string): number {
  return date === undefined ? minuteToLocal(zone, minuteOf(start_time!)).day : dayOfDate(date)!
}

/** The locations that may be meant, in the order of their ids. */
function locationsOf(loaded: ExplainedSchedules, question: ExplainQuestion): readonly ExplainedLocation[] {
  const { explainedLocations: locations } = loaded
  if (locations.length > 0) return locations
  throw question.location_id == null
    ? invalid("location_id", "is required, since the provider has no hours at any location")
    : notFound("location", "location_id")
}

/** Where more is offered, and then where fewer reasons are against it, is the location that is meant. */
function howOpen(starts: readonly ExplainedStart[]): number {
  const offered = starts.filter(({ isOffered }) => isOffered).length
  const reasons = starts.reduce((sum, start) => sum + start.reasons.length, 0)
  return offered - reasons / (reasons + 1)
}
