/** What a status that is no success says of the calendar. */
import type { CalendarProblem } from "../../model/calendar-problem.ts"
import { CalendarUnavailable } from "../../ports.ts"
import { retryAfterSeconds } from "../retry-after.ts"
import type { HttpAnswer } from "./calendar-http.ts"

export function refusedAnswer(answer: HttpAnswer): CalendarUnavailable {
  return unavailable(problemOf(answer), answer)
}

/** With the wait that the answer asks for. */
export function unavailable(problem: CalendarProblem, { headers }: HttpAnswer): CalendarUnavailable {
  return new CalendarUnavailable(problem, retryAfterSeconds(headers["retry-after"]))
}

/** Whether nothing stands there, or nothing any more. */
export const isGone = ({ status }: HttpAnswer): boolean => status === 404 || status === 410

function problemOf(answer: HttpAnswer): CalendarProblem {
  const { status } = answer
  if (status === 401) return "credentials"
  if (status === 403) return "permission"
  if (isGone(answer)) return "not_found"
  if (status === 429) return "rate_limited"
  if (status >= 300 && status < 400) return "redirect"
  return status >= 500 ? "server_error" : "unreadable"
}

/** The server's clock, in epoch milliseconds. */
export function serverTimeOf({ headers }: HttpAnswer): number | null {
  const at = Date.parse(headers.date ?? "")
  return Number.isNaN(at) ? null : at
}
