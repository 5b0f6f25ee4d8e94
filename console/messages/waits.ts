/** The wait before a step, in the largest unit that it is whole in. */
import type { Words } from "../words/words.ts"

export const units = { minutes: 1, hours: 60, days: 1_440 } as const
export type Unit = keyof typeof units

export interface Wait {
  amount: number
  unit: Unit
}

export function waitOf(minutes: number): Wait {
  const unit =
    minutes > 0 && minutes % units.days === 0
      ? "days"
      : minutes > 0 && minutes % units.hours === 0
        ? "hours"
        : "minutes"
  return { amount: minutes / units[unit], unit }
}

/** "At once", or "2 days later". */
export function waitText(minutes: number, words: Words["messages"]): string {
  const { amount, unit } = waitOf(minutes)
  const durations = { minutes: words.minutes, hours: words.hours, days: words.days }
  return minutes === 0 ? words.atOnce : words.after({ duration: durations[unit]({ count: amount }) })
}
