import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import type { AppointmentView } from "../../../domain/contracts/customer-pages.ts"
import type { Failure, Outcome } from "../../shared/api.ts"
import { noticeOf } from "../../shared/notice-of.ts"
import {
  answersOf,
  holdsFiles,
  type InvalidAnswers,
  refusedAnswer,
  type Told,
  whyRefused,
} from "../../shared/questions/told.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { seatsWanted } from "../../shared/times/seats.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { AlertNotice, State } from "./state.ts"
import type { LinkWrites } from "./writes.ts"

/** The actions that follow the answer to a booking, move or cancellation. */
export async function outcomeActions(
  outcome: Outcome<LinkView>,
  done: "booked" | "moved" | "cancelled" | "coming",
  state: State,
  client: Pick<BookingLinkClient, "read">,
): Promise<Action[]> {
  if (outcome.ok) return [{ type: done, view: outcome.data }]
  const key = refusedAnswer(outcome.field ?? null)
  if (key !== null) return answerRefused(key, whyRefused(outcome), state, client)
  switch (outcome.code) {
    case "slot_taken":
    case "time_not_offered":
    case "customer_busy":
    case "series_conflict":
      return [{ type: "timeRefused", notice: alertOf(outcome) }]
    case "version_conflict":
    case "request_scheduled":
    case "request_not_open":
    case "appointment_not_scheduled":
    case "appointment_not_pending":
    case "address_needed":
      return reloaded(outcome, state, client)
    case "link_ended":
    case "appointment_started":
      return [{ type: "ended" }]
    default:
      return [{ type: "failed", notice: alertOf(outcome) }]
  }
}

/** The questions may have changed since the page was read: the present ones are asked. */
async function answerRefused(
  key: string,
  why: InvalidAnswers[string],
  state: State,
  client: Pick<BookingLinkClient, "read">,
): Promise<Action[]> {
  const now = await client.read()
  return [{ type: "answerRefused", key, why, view: now.ok ? now.data : state.view }]
}

/** The page is out of date: shows the present view, and says what has changed. */
async function reloaded(
  conflict: Failure,
  state: State,
  client: Pick<BookingLinkClient, "read">,
): Promise<Action[]> {
  const now = await client.read()
  if (!now.ok) return outcomeActions(now, "booked", state, client)
  const changed = changeBetween(state.view.appointment, now.data.appointment)
  return [
    { type: "reloaded", view: now.data },
    { type: "failed", notice: { ...noticeOf(conflict), tone: "alert", code: "version_conflict", changed } },
  ]
}

function changeBetween(
  before: AppointmentView | null,
  after: AppointmentView | null,
): AlertNotice["changed"] {
  if (!after) return before && "cancelled"
  return before?.startTime === after.startTime ? null : "moved"
}

function alertOf(failure: Failure): AlertNotice {
  return { ...noticeOf(failure), tone: "alert", changed: null }
}

/** Files go first, each once however often the booking is tried. */
export async function bookWithFiles(
  { view: { questions }, told, seats, providerId }: State,
  choice: Opening,
  writes: LinkWrites,
  key: string,
): Promise<Outcome<LinkView>> {
  const taken = {
    ...(choice.sessionId === undefined ? {} : { seats: seatsWanted({ seats }, choice) }),
    // A customer who looks at the times of one person has chosen them.
    ...(providerId === null ? {} : { keepProvider: true as const }),
  }
  const book = (given: Told) => writes.book(choice, { ...answersOf(questions, given), ...taken }, key)
  if (!holdsFiles(questions, told)) return book(told)
  const { sendChosen } = await import("../../shared/questions/chosen-files.ts")
  const sent = await sendChosen(questions, told, writes.askUpload)
  return sent.ok ? book(sent.data) : sent
}
