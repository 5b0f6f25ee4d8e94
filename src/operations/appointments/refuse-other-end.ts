import { Refusal } from "../../model/errors.ts"
import type { MinuteBlock } from "../../model/slot.ts"
import { endMatches } from "../../rules/booking/occupied.ts"

/** Throws `end_time_mismatch` when the end that came along is not that of the working days. */
export function refuseOtherEnd(blocks: readonly MinuteBlock[], endTime: string | undefined): void {
  if (endTime === undefined || endMatches(blocks, Date.parse(endTime))) return
  throw new Refusal("end_time_mismatch", { field: "end_time" })
}
