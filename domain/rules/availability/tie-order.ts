/** The order of two equally good times: the earlier start, then the lower provider id, then the lower location id. */

import type { FoundStarts, Minute } from "../../model/availability.ts"

type Where = Pick<FoundStarts, "provider" | "location">

/** Below 0 when the first comes first, as a comparison for `sort`; 0 for one time at one place. */
export const tieOrder = (start: Minute, where: Where, otherStart: Minute, other: Where): number =>
  start - otherStart || where.provider.id - other.provider.id || where.location.id - other.location.id
