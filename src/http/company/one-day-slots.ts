/**
 * The bytes of one-day slots. Their times are all written equally long, and the providers of one answer mostly share
 * theirs, so a slot that stands in the answer already is copied from there, together with the neighbours it shares.
 */
import type { PlaceSlots } from "../../rules/availability/types.ts"
import { isoOfMinute } from "../../time/instants.ts"

export interface OneDaySlots {
  /** How many bytes the slots of one place take. */
  lengthOf(starts: Int32Array): number
  /** Writes the slots, with commas between them, into `answer` from `at` on; returns where they end. */
  write(answer: Buffer, at: number, starts: Int32Array): number
}

/** For one answer: `minutes` long each, at the starts that `places` have. */
export function oneDaySlots(minutes: number, places: readonly PlaceSlots[]): OneDaySlots {
  const filled = places.filter(({ starts }) => starts.length > 0)
  const earliest = Math.min(...filled.map(({ starts }) => starts[0]!))
  const latest = Math.max(...filled.map(({ starts }) => starts.at(-1)!))
  /** From one slot to the next, the comma between them included. */
  const stride = slotText(0, minutes).length + 1
  /** By minutes after the earliest: where the slot stands already, or 0. */
  const offsets = new Int32Array(filled.length === 0 ? 0 : latest - earliest + 1)

  /** How many of the starts from `index` on stand one after the other from `offset` on. */
  function runFrom(starts: Int32Array, index: number, offset: number): number {
    let run = 1
    while (offsets[starts[index + run]! - earliest] === offset + run * stride) run += 1
    return run
  }

  return {
    lengthOf: (starts) => Math.max(0, starts.length * stride - 1),
    write(answer, at, starts) {
      let end = at
      for (let i = 0; i < starts.length; ) {
        if (i > 0) answer[end++] = comma
        const offset = offsets[starts[i]! - earliest]!
        const run = offset === 0 ? 1 : runFrom(starts, i, offset)
        if (offset === 0) {
          offsets[starts[i]! - earliest] = end
          answer.write(slotText(starts[i]!, minutes), end, "latin1")
        } else {
          answer.copyWithin(end, offset, offset + run * stride - 1)
        }
        end += run * stride - 1
        i += run
      }
      return end
    },
  }
}

const comma = ",".charCodeAt(0)

function slotText(start: number, minutes: number): string {
  const times = `"start_time":"${isoOfMinute(start)}","end_time":"${isoOfMinute(start + minutes)}"`
  return `{${times},"blocks":[{${times}}]}`
}
