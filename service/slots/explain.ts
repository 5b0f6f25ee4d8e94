/** Why a provider's starts are not offered: for staff, who may change what stands in the way. */

import type { z } from "zod"
import { invalid } from "../../domain/model/errors.ts"
import {
  type ExplainQuestion,
  explainQuestion,
  explanationView,
  showReason,
} from "../../domain/model/slot-explanation.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import { explainSlots, namesFor } from "../../domain/rules/availability/explain-slots.ts"
import { dateOfDay, dayOfDate, isoOfMinute } from "../../domain/time/dates.ts"
import { minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { loadExplainedSchedules } from "../ledger/explained-schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { explainGroupStart } from "./explain-group.ts"
import { readQuestion } from "./read-question.ts"
import { readToExplain, refuseNoLocation } from "./read-to-explain.ts"

export const explainSlotsOperation = operation({
  name: "explain_slots",
  summary: "Explain why times are not offered",
  description:
    "Of one start, or of a local day of one provider. A start that is not offered carries all reasons, the records that " +
    "cause them, and what would lift each.",
  noun: "Slots",
  readsOnly: true,
  roles: staff,
  refusals: ["appointment_not_scheduled", "not_found", "request_mismatch", "request_not_open"],
  body: explainQuestion,
  result: explanationView,
  run: explain,
})

async function explain(
  context: AppContext,
  call: Call,
  question: ExplainQuestion,
): Promise<z.input<typeof explanationView>> {
  const { appointment_type_ids } = question
  if (appointment_type_ids) return explainGroupStart(context, call, { ...question, appointment_type_ids })
  if (question.same_provider !== undefined)
    throw invalid("same_provider", "goes with appointment_type_ids only")
  const { ask, wish: askedWish } = await readQuestion(context, call, searchOf(question))
  const found = await loadExplainedSchedules(context.db, { ...ask, providerId: question.provider_id })
  const { loaded, wish } = await readToExplain(context, call, question, askedWish, found)
  refuseNoLocation(loaded, question)
  const asked =
    question.start_time === undefined
      ? { day: dayOfDate(question.date!)! }
      : { startMinute: minuteOf(question.start_time) }
  const { location, starts } = await inSlices(explainSlots(loaded, wish, asked))
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
  const { start_time, date, appointment_type_ids: _, same_provider, ...rest } = question
  if ((start_time === undefined) === (date === undefined)) {
    throw invalid("start_time", "expected either start_time or date")
  }
  const day = date === undefined ? Math.floor(minuteOf(start_time!) / minutesPerDay) : dayOfDate(date)!
  const reach = date === undefined ? 1 : 0
  return { ...rest, start_date: dateOfDay(day - reach), end_date: dateOfDay(day + reach + 1) }
}
