import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { wordingAt } from "../../model/agent/appointments.ts"
import { sayDate, todayIn, type Wording } from "../../model/agent/say.ts"
import { emptySentence } from "../../model/agent/sentences.ts"
import {
  agentSlotAnswer,
  agentSlotQuestion,
  mostSlots,
  type SpokenSlot,
  sayOptions,
  spokenSlot,
  spokenSlotTimes,
} from "../../model/agent/slots.ts"
import type { Slot } from "../../model/availability.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import { type SlotQuestion, showSlot } from "../../model/slot-search.ts"
import { thinSlots } from "../../rules/agent/thin-slots.ts"
import { offeredBlocks } from "../../rules/availability/blocks.ts"
import { dayOfDate } from "../../time/dates.ts"
import { type FoundSlots, findSlots } from "../slots/find-slots.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { callerAppointment, requireOwnRequest } from "./own-records.ts"

type Question = z.output<typeof agentSlotQuestion>

export const findSlotsForCaller = agentTool({
  name: "find_slots",
  summary: "Search bookable times",
  description:
    "Finds times that this caller can book, or move an appointment to. Offer up to three of `recommended`, in the words " +
    "of `say`. Never offer a time that is not in the answer. When there is none, `say` tells why and what comes next.",
  writes: false,
  input: agentSlotQuestion,
  result: agentSlotAnswer,
  async run(context, call, question) {
    const found = await searchFor(context, call, question)
    return answerOf(found, question, call)
  },
})

async function searchFor(context: AppContext, call: AgentCall, question: Question): Promise<FoundSlots> {
  const dates = { start_date: question.start_date, end_date: question.end_date }
  if (question.appointment_id != null) {
    await callerAppointment(context, call, question.appointment_id)
    return findSlots(context, call, { ...dates, appointment_id: question.appointment_id })
  }
  if (question.appointment_type_id == null) {
    throw invalid("appointment_type_id", "is required unless appointment_id is given")
  }
  await requireOwnRequest(context, call, question.scheduling_request_id)
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

function answerOf(
  found: FoundSlots,
  question: Question,
  { session, now }: AgentCall,
): z.input<typeof agentSlotAnswer> {
  const { input, result, reason, nextAvailable } = found
  const wording = wordingAt(input.type.place, session.company, now)
  const shownAt = ({ provider, location, start }: Slot) =>
    showSlot({ provider, location }, offeredBlocks(input.type, provider, location, start))
  const spoken = (slot: Slot): SpokenSlot => spokenSlot(shownAt(slot), wording)
  const shown = thinSlots(result.offered, result.recommended, mostSlots)
  const recommended = result.recommended.map(spoken)
  const next = nextAvailable && spoken(nextAvailable)
  return {
    ...todayIn(session.company.timezone, now),
    say: saidOf({ found, question, recommended, next }, wording),
    recommended,
    providers: shown.map(({ provider, location, starts }) => ({
      provider_id: provider.id,
      provider_name: provider.name,
      location_id: location.id,
      location_name: location.name,
      timezone: location.zone,
      slots: starts.map((start) => spokenSlotTimes(shownAt({ provider, location, start }), wording)),
    })),
    more: countOf(shown) < countOf(result.offered),
    reason,
    next_available: next,
  }
}

const countOf = (offered: readonly { starts: readonly number[] }[]): number =>
  offered.reduce((sum, { starts }) => sum + starts.length, 0)

interface Outcome {
  found: FoundSlots
  question: Question
  recommended: readonly SpokenSlot[]
  next: SpokenSlot | null
}

/** What to offer, or why there is nothing. */
function saidOf({ found, question, recommended, next }: Outcome, wording: Wording): string {
  const { now } = wording
  const zone = wording.companyZone!
  if (found.reason !== null) {
    const hasAddress = found.input.serviceAddress !== null
    return emptySentence(found.reason, { locationId: question.location_id, hasAddress })
  }
  if (recommended.length > 0) {
    const { times, location } = sayOptions(recommended.slice(0, mostOffered), wording)
    const person = question.provider_id == null ? null : recommended[0]!.provider_name
    return `${capitalized(withAndAt(person, location))}I have ${times}.`
  }
  const { today: date, today_say: todaySaid } = todayIn(zone, now)
  const today = dayOfDate(date)!
  if (dayOfDate(question.end_date)! <= today) {
    const other = next ? `The first free time is ${next.say}.` : "Which days would suit you?"
    return `Those days have passed: today is ${todaySaid}. ${other}`
  }
  if (next) return `There is nothing free in those days. The next time after them is ${next.say}.`
  const lastDay = today + found.input.type.bookingWindowDays
  if (dayOfDate(question.start_date)! > lastDay) {
    return `That is too far ahead. We book until ${sayDate(lastDay, zone, now)}.`
  }
  return "There is nothing free in those days, and nothing after them. Would an earlier day do?"
}

const mostOffered = 3

/** `with Ana Ruiz at Downtown `, of which either may be null. */
const withAndAt = (person: string | null, location: string | null): string =>
  `${person === null ? "" : `with ${person} `}${location === null ? "" : `at ${location} `}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
