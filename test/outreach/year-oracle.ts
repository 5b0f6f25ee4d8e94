/**
 * The messages that the year's outreach should have sent, computed by other means than the service's: native Temporal for
 * the clocks, a straight walk for the rules.
 */
import { type Act, type Asked, places, plans, quiet } from "./year-story.ts"

export interface Expected {
  to: string
  step: number
  at: number
}

const localAt = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

export function isQuiet(ms: number, zone: string): boolean {
  const { hour } = localAt(ms, zone)
  return hour < quiet.start || hour >= quiet.end
}

function afterQuiet(ms: number, zone: string): number {
  if (!isQuiet(ms, zone)) return ms
  const local = localAt(ms, zone)
  const day = local.hour < quiet.start ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour: quiet.start } }).epochMilliseconds
}

/** `companyZone` too has to be past the latest date. */
export function latestDateOf(asked: Asked, companyZone: string): string {
  return localAt(asked.startAt, companyZone).toPlainDate().add({ days: asked.daysOpen }).toString()
}

/** The end of outreach for it, by the first of its causes. */
export function overAt(asked: Asked, companyZone: string): number {
  const day = Temporal.PlainDate.from(latestDateOf(asked, companyZone)).add({ days: 1 })
  const zones = [companyZone, places[asked.place]!.zone]
  const expiry = Math.max(...zones.map((timeZone) => day.toZonedDateTime({ timeZone }).epochMilliseconds))
  const ends = asked.acts.flatMap((act) => (isEnd(act) ? [act.at] : []))
  return Math.min(expiry, ...ends)
}

const isEnd = (act: Act): act is Extract<Act, { at: number }> =>
  act.kind === "book" || act.kind === "book_and_cancel" || act.kind === "cancel"

/** Judged where a step falls due, and again where the night held it. */
export function isOptedOut(asked: Asked, ms: number): boolean {
  const words = asked.acts.flatMap((act) =>
    (act.kind === "stop_word" || act.kind === "start_word") && act.at <= ms ? [act.kind] : [],
  )
  return words.at(-1) === "stop_word"
}

export function expectedOf(asked: Asked, companyZone: string): Expected[] {
  const { zone } = places[asked.place]!
  const over = overAt(asked, companyZone)
  const sent: Expected[] = []
  let at = asked.startAt
  for (const [index, minutes] of plans[asked.plan]!.entries()) {
    const due = at + minutes * 60_000
    if (due >= over) return sent
    at = isOptedOut(asked, due) ? due : afterQuiet(due, zone)
    if (at >= over) return sent
    if (!isOptedOut(asked, at)) sent.push({ to: asked.phone, step: index + 1, at })
  }
  return sent
}
