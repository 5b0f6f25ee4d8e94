/** Questions and answers of calendars that speak JSON. */
import { CalendarUnavailable } from "../../ports.ts"
import type { HttpAnswer, Question } from "./calendar-http.ts"

export interface JsonQuestion {
  body?: object
  /** What is changed must still be this version. */
  etag?: string | null
}

export function jsonQuestion(method: string, url: string, { body, etag }: JsonQuestion): Question {
  const headers = {
    accept: "application/json",
    ...(body ? { "content-type": "application/json" } : {}),
    ...(etag ? { "if-match": etag } : {}),
  }
  return { method, url, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
}

/** Throws CalendarUnavailable for an answer that is no JSON object. */
export function jsonOf({ body }: HttpAnswer): ReturnType<typeof JSON.parse> {
  try {
    const value = JSON.parse(body.toString("utf8"))
    if (value !== null && typeof value === "object") return value
  } catch {
    // It is told below.
  }
  throw new CalendarUnavailable("unreadable")
}
