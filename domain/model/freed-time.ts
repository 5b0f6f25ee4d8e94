/** Time that became free, by any change: one stream that the waiting list reads. */

/** `taken` is the opposite: time that something took, whose open offers are looked at. */
export const freedBy = [
  "cancel",
  "move",
  "hold",
  "hours",
  "time_off",
  "resource",
  "session",
  "taken",
] as const
export type FreedBy = (typeof freedBy)[number]

/** One stretch of it, in epoch minutes. */
export interface FreedTime {
  /** Null where others than one provider may have become free, as by a room. */
  providerId: number | null
  from: number
  to: number
  source: FreedBy
  /** So long it may still be taken back; 0 when left out. */
  waitMs?: number
}
