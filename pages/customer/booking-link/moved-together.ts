/** A move of all that follow one another in one visit. */
import type { AppointmentView, SlotView } from "../../../domain/contracts/customer-pages.ts"

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** The chosen start of the first as it is shown: each part moves by as much, and all of them are one stretch. */
export function movedTogether<Choice extends SlotView>(
  choice: Choice,
  { parts, startTime, endTime }: Pick<AppointmentView, "parts" | "startTime" | "endTime">,
): Choice {
  if (!parts) return choice
  const by = Date.parse(choice.startTime) - Date.parse(startTime)
  const end = later(endTime, by)
  return {
    ...choice,
    endTime: end,
    blocks: [{ startTime: choice.startTime, endTime: end }],
    parts: parts.map((part) => ({
      ...part,
      startTime: later(part.startTime, by),
      endTime: later(part.endTime, by),
    })),
  }
}
