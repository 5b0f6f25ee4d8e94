/** The live check of a provider's calendar: asked outside every transaction, with a limit, and never guessed. */
import { Refusal } from "../model/errors.ts"
import { CalendarUnavailable } from "../ports.ts"
import type { OccupiedBlock } from "../rules/occupied.ts"
import type { House } from "./house.ts"

const limitMs = 3_000

/** Throws `slot_taken` when the calendar is busy then, `calendar_unavailable` when it can't say. */
export async function askCalendar(
  house: House,
  companyId: number,
  providerId: number,
  blocks: readonly OccupiedBlock[],
): Promise<void> {
  const question = { companyId, providerId, startMinute: blocks[0]!.start, endMinute: blocks.at(-1)!.end }
  const signal = AbortSignal.timeout(limitMs)
  const busy = await house.calendar.busy(question, signal).catch((error: unknown) => {
    if (error instanceof CalendarUnavailable || signal.aborted) throw new Refusal("calendar_unavailable")
    throw error
  })
  const collides = busy.some(({ startMinute, endMinute }) =>
    blocks.some(({ start, end }) => startMinute < end && endMinute > start),
  )
  if (collides) throw new Refusal("slot_taken")
}
