import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { wordingAt } from "../../model/agent/appointments.ts"
import { todayIn, type Wording } from "../../model/agent/say.ts"
import {
  agentSlotAnswer,
  agentSlotQuestion,
  mostSlotBytes,
  mostSlots,
  type narrowingInputs,
  type SpokenSlot,
  spokenSlot,
  spokenSlotTimes,
} from "../../model/agent/slots.ts"
import type { ProviderLocationStarts, Slot } from "../../model/availability.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import { minuteOfClock } from "../../model/fields.ts"
import { type SlotQuestion, showSlot } from "../../model/slot-search.ts"
import { type ThinnedSlots, thinSlots } from "../../rules/agent/thin-slots.ts"
import { type TimeWish, type WishedTimes, wishedTimes } from "../../rules/agent/wished-times.ts"
import { offeredBlocks } from "../../rules/availability/blocks.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"
import { utcDayOf } from "../../time/units.ts"
import { requireOwnRequest } from "../shared/requests.ts"
import { type FoundSlots, findSlots } from "../slots/find-slots.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { callerAppointment } from "./own-records.ts"
import { saySearch } from "./say-search.ts"

type Question = z.output<typeof agentSlotQuestion>
type Answer = z.input<typeof agentSlotAnswer>

export const findSlotsForCaller = agentTool({
  name: "find_slots",
  summary: "Search bookable times",
  description:
    "Finds times that this caller can book, or move an appointment to. Without dates it finds the first available. Offer " +
    "up to three of `recommended`, in the words of `say`. Never offer a time that is not in the answer: when `more` is true " +
    "and the caller wants another time, search again with what narrow_by names. When there is none, `say` tells why and " +
    "what comes next.",
  writes: false,
  input: agentSlotQuestion,
  result: agentSlotAnswer,
  async run(context, call, question) {
    const dates = datesOf(question, call.now)
    const found = await searchFor(context, call, question, dates)
    return answerOf(call, { question, dates, found })
  },
})

interface Dates {
  start_date: string
  end_date: string
}

const mostDays = 31

/**
 * Without a start, from today on: one day less than UTC's calendar gives, since some zones are behind it. Without an end,
 * as many days as a search may have.
 */
function datesOf({ start_date, end_date }: Question, now: number): Dates {
  if (start_date != null) {
    return { start_date, end_date: end_date ?? dateOfDay(dayOfDate(start_date)! + mostDays) }
  }
  const first = utcDayOf(now) - 1
  const end = end_date == null ? first + mostDays : dayOfDate(end_date)!
  return {
    start_date: dateOfDay(Math.min(first, end - 1)),
    end_date: dateOfDay(Math.min(end, first + mostDays)),
  }
}

async function searchFor(
  context: AppContext,
  call: AgentCall,
  question: Question,
  dates: Dates,
): Promise<FoundSlots> {
  if (question.appointment_id != null) {
    await callerAppointment(context, call, question.appointment_id)
    return findSlots(context, call, { ...dates, appointment_id: question.appointment_id })
  }
  if (question.appointment_type_id == null) {
    throw invalid("appointment_type_id", "is required unless appointment_id is given")
  }
  await requireOwnRequest(context.db, call.companyId, call.session.customer, question.scheduling_request_id)
  const asked: SlotQuestion = {
    ...dates,
    appointment_type_id: question.appointment_type_id,
    customer_id: call.session.customer?.id ?? null,
    scheduling_request_id: question.scheduling_request_id ?? null,
    location_id: question.location_id ?? null,
    provider_id: question.provider_id ?? null,
    duration_option_id: question.duration_option_id ?? null,
  }
  const found = await findSlots(context, call, asked)
  if (!found.loaded.type!.active) throw new Refusal("type_not_bookable")
  return found
}

/** A search, and what of its result the caller wished for. */
interface Search {
  question: Question
  dates: Dates
  found: FoundSlots
}

function answerOf(call: AgentCall, search: Search): Answer {
  const { input, result } = search.found
  const wish = wishOf(search.question)
  const wished = wishedTimes(input, result.offered, wish, result.recommended)
  const wording = wordingAt(input.type.place, call.session.company, call.now)
  // A company's own names may be long, so that the length is known only when the answer is written.
  for (let most = mostSlots; ; ) {
    const thinned = thinSlots(wished.offered, wished.recommended, { most, aroundMinute: wish.aroundMinute })
    const recommended = wished.recommended.slice(0, most)
    const answer = shownAnswer(call, { ...search, wished: { ...wished, recommended }, thinned }, wording)
    const bytes = Buffer.byteLength(JSON.stringify(answer))
    if (bytes <= mostSlotBytes || most <= 1) return answer
    most = Math.min(most - 1, Math.max(1, Math.floor((most * mostSlotBytes) / bytes)))
  }
}

const wishOf = ({ start_date, time_of_day, around }: Question): TimeWish => ({
  timeOfDay: time_of_day ?? null,
  aroundMinute: around == null ? null : minuteOfClock(around),
  isFirstAvailable: start_date == null,
})

interface Shown extends Search {
  wished: WishedTimes
  thinned: ThinnedSlots
}

function shownAnswer({ session, now }: AgentCall, shown: Shown, wording: Wording): Answer {
  const { question, dates, found, wished, thinned } = shown
  const { input, reason, nextAvailable } = found
  const shownAt = ({ provider, location, start }: Slot) =>
    showSlot({ provider, location }, offeredBlocks(input.type, provider, location, start))
  const spoken = (slot: Slot): SpokenSlot => spokenSlot(shownAt(slot), wording)
  const recommended = wished.recommended.map(spoken)
  const next = nextAvailable && spoken(nextAvailable)
  const narrowBy = narrowingsFor(shown)
  return {
    ...todayIn(session.company.timezone, now),
    say: saySearch({ question, dates, found, isAsWished: wished.isAsWished, recommended, next }, wording),
    recommended,
    providers: thinned.named.map(({ provider, location, starts }: ProviderLocationStarts) => ({
      provider_id: provider.id,
      provider_name: provider.name,
      location_id: location.id,
      location_name: location.name,
      timezone: location.zone,
      slots: starts.map((start) => spokenSlotTimes(shownAt({ provider, location, start }), wording)),
    })),
    more: narrowBy.length > 0,
    narrow_by: narrowBy,
    reason,
    next_available: next,
  }
}

/** The inputs that find what the answer leaves out. A caller who may not choose misses nothing by a further provider. */
function narrowingsFor({ question, found, wished, thinned }: Shown): (typeof narrowingInputs)[number][] {
  if (thinned.left === "nothing") return []
  const { firstDay, endDay } = found.input
  const mayChoose = question.appointment_id == null
  const isOf = (several: number, asked: number | null | undefined) =>
    mayChoose && several > 1 && asked == null
  const providers = new Set(wished.offered.map(({ provider }) => provider.id)).size
  const locations = new Set(wished.offered.map(({ location }) => location.id)).size
  const choices = [
    ...(found.loaded.type!.provider_choice && isOf(providers, question.provider_id)
      ? (["provider_id"] as const)
      : []),
    ...(found.input.type.place !== "remote" && isOf(locations, question.location_id)
      ? (["location_id"] as const)
      : []),
  ]
  if (thinned.left === "choices") return choices
  return [
    ...(endDay - firstDay > 1 ? (["end_date"] as const) : []),
    ...(question.time_of_day == null ? (["time_of_day"] as const) : []),
    "around",
    ...choices,
  ]
}
