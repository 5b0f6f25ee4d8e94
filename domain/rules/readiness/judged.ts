import type { ReadinessItem } from "../../model/readiness.ts"

/** A judge's verdict on one thing. */
export type Judged = Omit<ReadinessItem, "code">

export const working = (message: string, targetId: number | null = null): Judged => ({
  target_id: targetId,
  ok: true,
  message,
  fix: null,
})

export const failing = (message: string, fix: string, targetId: number | null = null): Judged => ({
  target_id: targetId,
  ok: false,
  message,
  fix,
})
