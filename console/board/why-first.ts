/**
 * The reason of a refused drop that is said first: one that moving another visit would not lift decides, however many others
 * there are.
 */
import type { Reason } from "./where-mended.ts"

/** Lifted by moving, cancelling or answering something else, or by another start nearby. */
const liftedByMoves: ReadonlySet<Reason["code"]> = new Set([
  "appointment",
  "pending",
  "hold",
  "session",
  "session_full",
  "customer_busy",
  "buffer",
  "crew_short",
  "resource_taken",
  "off_grid",
  "unreachable",
  "window_full",
  "daily_limit",
])

/** True of a reason that moving others would not lift. */
export const isDecisive = ({ code }: Pick<Reason, "code">): boolean => !liftedByMoves.has(code)

/** The reason that decides; else the first one. `off_grid` only as the sole reason, since hands do not aim at the grid. */
export const firstReason = <One extends Pick<Reason, "code">>(reasons: readonly One[]): One | undefined =>
  reasons.find(isDecisive) ?? reasons.find(({ code }) => code !== "off_grid") ?? reasons[0]
