import type { z } from "zod"
import { wordingAt } from "../../../domain/model/agent/known-appointment.ts"
import { todayIn, type Wording } from "../../../domain/model/agent/say.ts"
import {
  agentSlotAnswer,
  agentSlotQuestion,
  mostSlotBytes,
  mostSlots,
  type SpokenSlot,
  spokenSlot,
  spokenSlotTimes,
} from "../../../domain/model/agent/slots.ts"
import { sayOthersAt } from "../../../domain/model/agent/together.ts"
import { weekdaysIn } from "../../../domain/model/agent/weekdays.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import type { ProviderLocationStarts, Slot } from "../../../domain/model/availability.ts"
import { invalid, Refusal } from "../../../domain/model/errors.ts"
import { minuteOfClock } from "../../../domain/model/fields.ts"
import { type SlotQuestion, showSlot } from "../../../domain/model/slot-search.ts"
import { spokenName } from "../../../domain/model/written-by-people.ts"
import { isAnyUnnamed, type NarrowingInput, narrowedBy } from "../../../domain/rules/agent/left-out.ts"
import { type ThinnedSlots, thinSlots } from "../../../domain/rules/agent/thin-slots.ts"
import { type TimeWish, type WishedTimes, wishedTimes } from "../../../domain/rules/agent/wished-times.ts"
import { offeredBlocks } from "../../../domain/rules/availability/blocks.ts"
import { seatsOfSlot } from "../../../domain/rules/availability/find-sessions.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { dateOfDay, dayOfDate } from "../../../domain/time/dates.ts"
import { msPerMinute, utcDayOf } from "../../../domain/time/units.ts"
import { findCancelNotice } from "../../company/appointment-types.sql.ts"
import { liveHoldOf } from "../../ledger/kept-by-hold.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import type { AppContext } from "../../platform/context.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { findSlots } from "../../slots/search-slots.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { holderIn } from "./hold-slot.ts"
import { refuseIfClosed, sayingWhomToCall } from "./office.ts"
import { callerAppointment, refusePending } from "./own-records.ts"
import { saySearch } from "./say-search.ts"
import { refuseUnlessScoped, standingTogether } from "./together.ts"
import { type Coming, comingAsked, sayFollowing } from "./wanted-group.ts"

type Question = z.output<typeof agentSlotQuestion>
type Answer = z.input<typeof agentSlotAnswer>

export const findSlotsForCaller = agentTool({
  name: "find_slots",
  summary: "Search bookable times",
  description:
    "Finds times that this caller can book or move an appointment to; without dates, the first available. Offer up to three of `recommended` in the words of `say`, and no time that is not in the answer. When `more` is true and the caller wants another time, search again with one of narrow_by.",
  refusals: [
    "appointment_not_scheduled",
    "appointment_started",
    "cancel_notice_passed",
    "filter_not_usable",
    "not_found",
    "registration_closed",
    "request_mismatch",
    "request_needed",
    "request_not_open",
    "type_not_bookable",
  ],
  writes: false,
  input: agentSlotQuestion,
  result: agentSlotAnswer,
  async run(context, call, question) {
    refuseIfClosed(call)
    const coming = await comingAsked(context, call, question)
    const moved = await movedAppointment(context, call, question)
    const dates = datesOf(question, moved, call.now)
    const beside = await movedWith(context, call, question, moved)
    const found = await searchFor(context, call, { ...question, coming }, dates)
    const answer = answerOf(call, { question, dates, found, moved, beside, coming })
    return answer.more ? answer : withOthersTimes(context, call, { question, coming, dates, answer })
  },
})

/** The appointment that is to move; null for a booking. */
async function movedAppointment(
  context: AppContext,
  call: AgentCall,
  { appointment_id: id, sooner }: Question,
): Promise<Appointment | null> {
  if (id != null) {
    const appointment = await callerAppointment(context, call, id)
    refusePending(call, appointment)
    await refuseUnchangeable(context, call, appointment)
    return appointment
  }
  if (sooner) throw invalid("sooner", "goes with the appointment_id of the appointment that is to move")
  return null
}

/** The appointments that move with it, as the caller has said. Throws the question for one of several when they have not. */
async function movedWith(
  context: AppContext,
  call: AgentCall,
  { whole_group: asked }: Question,
  moved: Appointment | null,
): Promise<Appointment[]> {
  if (moved === null && asked) throw invalid("whole_group", "goes with an appointment_id")
  if (moved === null) return []
  const standing = await standingTogether(context, call, moved)
  refuseUnlessScoped(call, moved, standing, asked)
  return asked === true ? standing.filter(({ id }) => id !== moved.id) : []
}

/** Before times are offered to which it could not move. */
async function refuseUnchangeable(
  context: AppContext,
  call: AgentCall,
  appointment: Appointment,
): Promise<void> {
  const { companyId, actor, now } = call
  const noticeMinutes = await findCancelNotice(context.db, companyId, appointment.appointment_type_id)
  const refusal = whyUnchangeable(appointment, noticeMinutes, actor, now)
  if (refusal) await sayingWhomToCall(call, () => Promise.reject(refusal))
}

interface Dates {
  start_date: string
  end_date: string
}

const mostDays = 31

/**
 * Without a start, from today on: one day less than UTC's calendar gives, since some zones are behind it. Without an end,
 * as many days as a search may have.
 */
function datesOf(
  { start_date, end_date: asked, sooner }: Question,
  moved: Appointment | null,
  now: number,
): Dates {
  const lastDay = sooner && moved ? dateOfDay(utcDayOf(moved.start_at.getTime()) + 2) : null
  const end_date = asked ?? lastDay
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
  question: Question & { coming: Coming | null },
  dates: Dates,
): Promise<FoundSlots> {
  if (question.appointment_id != null) {
    const { appointment_id, whole_group } = question
    return findSlots(context, call, { ...dates, appointment_id, whole_group: whole_group === true })
  }
  if (question.appointment_type_id == null) {
    throw invalid("appointment_type_id", "is required unless appointment_id is given")
  }
  await requireOwnRequest(context.db, call.companyId, call.session.customer, question.scheduling_request_id)
  const { coming } = question
  const asked: SlotQuestion = {
    ...dates,
    ...(coming
      ? { appointment_type_ids: coming.typeIds, same_provider: coming.sameProvider }
      : { appointment_type_id: question.appointment_type_id }),
    customer_id: call.session.customer?.id ?? null,
    scheduling_request_id: question.scheduling_request_id ?? null,
    location_id: question.location_id ?? null,
    provider_id: question.provider_id ?? null,
    duration_option_id: question.duration_option_id ?? null,
    seats: question.seats ?? undefined,
  }
  const own = await liveHoldOf(context.db, call, holderIn(call))
  const found = await findSlots(context, call, asked, { holdId: own?.id ?? null })
  if (!found.loaded.type!.active) throw new Refusal("type_not_bookable")
  return found
}

/** A search, and what of its result the caller wished for. */
interface Search {
  question: Question
  dates: Dates
  found: FoundSlots
  moved: Appointment | null
  /** The appointments that move with it. */
  beside: readonly Appointment[]
  /** Null for one type alone. */
  coming: Coming | null
}

function answerOf(call: AgentCall, search: Search): Answer {
  const { input, result } = search.found
  const wish = wishOf(search)
  const free = { shown: result.offered, bookable: search.found.bookable }
  const wished = wishedTimes(input, free, wish, result.recommended)
  const wording = wordingAt(input.type.place, call.session.listener, call.now)
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

const wishOf = ({ question, moved }: Pick<Search, "question" | "moved">): TimeWish => ({
  timeOfDay: question.time_of_day ?? null,
  aroundMinute: minuteOf(question.around),
  afterMinute: minuteOf(question.after),
  beforeMinute: minuteOf(question.before),
  weekdays: question.weekdays == null ? null : weekdaysIn(question.weekdays),
  soonerThan: question.sooner && moved ? moved.start_at.getTime() / msPerMinute : null,
  isEarliest: question.order === "earliest",
  isFirstAvailable: question.start_date == null,
})

const minuteOf = (written: string | null | undefined) => (written == null ? null : minuteOfClock(written))

interface Shown extends Search {
  wished: WishedTimes
  thinned: ThinnedSlots
}

function shownAnswer({ session, now }: AgentCall, shown: Shown, wording: Wording): Answer {
  const { question, dates, found, wished, thinned, coming, moved, beside } = shown
  const { input, reason, nextAvailable, nextParts } = found
  const shownAt = (
    { provider, location, start }: Slot,
    parts = found.partsAt?.({ provider, location, start }),
  ) =>
    showSlot(
      { provider, location },
      parts ? [{ start, end: parts.at(-1)!.end }] : offeredBlocks(input, provider, location, start),
      seatsOfSlot(input.type, { provider, location, start }),
    )
  const spoken = (slot: Slot, parts = found.partsAt?.(slot)): SpokenSlot => {
    const said = spokenSlot(shownAt(slot, parts), wording)
    if (moved && beside.length > 0)
      return { ...said, then_say: sayOthersAt(wording.language, said.start_time, moved, beside) }
    return coming && parts ? { ...said, then_say: sayFollowing(wording.language, coming, parts) } : said
  }
  const recommended = wished.recommended.map((slot) => spoken(slot))
  const next = nextAvailable && spoken(nextAvailable, nextParts)
  const narrowBy = narrowingsFor(shown)
  // A location that all times have stands once above them.
  const locationIds = new Set(thinned.named.map(({ location }) => location.id))
  const wordingInList = { ...wording, namesLocation: wording.namesLocation && locationIds.size > 1 }
  return {
    ...todayIn(wording.language, session.listener.timezone, now),
    say: saySearch({ question, dates, found, isAsWished: wished.isAsWished, recommended, next }, wording),
    recommended,
    providers: thinned.named.map(({ provider, location, starts }: ProviderLocationStarts) => ({
      provider_id: provider.id,
      provider_name: spokenName(provider.name),
      location_id: location.id,
      location_name: spokenName(location.name),
      timezone: location.zone,
      slots: starts.map((start) => spokenSlotTimes(shownAt({ provider, location, start }), wordingInList)),
    })),
    more: narrowBy.length > 0,
    narrow_by: narrowBy,
    reason,
    next_available: next,
  }
}

/**
 * The inputs that find what the answer leaves out: further choices of those that are named, the rest of what was asked for,
 * or what the question itself has left out. A caller who may not choose misses nothing by a further provider.
 */
function narrowingsFor(shown: Shown): NarrowingInput[] {
  const { question, found, wished, thinned } = shown
  const leftOut = isAnyUnnamed(found.bookable, thinned.named) ? narrowedBy(question, wished.isAsWished) : []
  if (thinned.left === "nothing") return leftOut
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
  if (thinned.left === "choices") return [...choices, ...leftOut]
  return [
    ...(endDay - firstDay > 1 ? (["end_date"] as const) : []),
    ...(question.time_of_day == null ? (["time_of_day"] as const) : []),
    "around",
    ...choices,
  ]
}

/** For a caller who asked for one person or location, says that others have times besides. */
async function withOthersTimes(
  context: AppContext,
  call: AgentCall,
  { question, coming, dates, answer }: Pick<Search, "question" | "coming" | "dates"> & { answer: Answer },
): Promise<Answer> {
  const filters = (["provider_id", "location_id"] as const).filter((name) => question[name] != null)
  if (filters.length === 0 || question.appointment_id != null) return answer
  const everybody = { ...question, coming, provider_id: null, location_id: null }
  const { bookable } = await searchFor(context, call, everybody, dates)
  const named = new Set(
    answer.providers.flatMap(({ slots }) =>
      slots.map(({ start_time }) => Date.parse(start_time) / msPerMinute),
    ),
  )
  const isMore = bookable.some(({ starts }) => starts.some((start) => !named.has(start)))
  return isMore ? { ...answer, more: true, narrow_by: filters } : answer
}
