/**
 * The bytes of one-day slots. The providers of one answer mostly share their times, and each slot is written equally
 * long, so all times that occur are written once, on a sheet, and every place copies its own from there, run by run.
 */
import type { PlaceSlots } from "../../model/availability.ts"
import { isoOfMinute } from "../../time/instants.ts"

export interface SlotSheet {
  /** Every start on the sheet, sorted. */
  starts: Int32Array
  /** Their slots, each with a comma after it. */
  bytes: Buffer
  /** Bytes from one slot to the next. */
  stride: number
}

const none = new Int32Array(0)

/** How an audience spells a slot's times. */
export interface SlotWords {
  start: string
  end: string
}

/** A sheet with all slots of `places`, each `minutes` long. */
export function slotSheet(minutes: number, places: readonly PlaceSlots[], words: SlotWords): SlotSheet {
  const starts = places.reduce<Int32Array>((all, place) => union(all, place.starts), none)
  let slots = ""
  for (const start of starts) slots += slotText(start, minutes, words)
  return { starts, bytes: Buffer.from(slots, "latin1"), stride: slotText(0, minutes, words).length }
}

/** How many bytes the slots of one place take, with commas between them. */
export function slotsLength(sheet: SlotSheet, starts: Int32Array): number {
  return Math.max(0, starts.length * sheet.stride - 1)
}

/** Copies the slots of one place, all of them on the sheet, into `answer` from `at` on; returns where they end. */
export function copySlots(sheet: SlotSheet, starts: Int32Array, answer: Buffer, at: number): number {
  const { stride, bytes } = sheet
  let end = at
  let row = 0
  for (let i = 0; i < starts.length; ) {
    while (sheet.starts[row] !== starts[i]) row += 1
    const first = row
    while (i < starts.length && sheet.starts[row] === starts[i]) {
      row += 1
      i += 1
    }
    end += bytes.copy(answer, end, first * stride, row * stride)
  }
  // What follows is written over the last comma.
  return at + slotsLength(sheet, starts)
}

/** With the comma that follows it. */
function slotText(start: number, minutes: number, words: SlotWords): string {
  const times = `"${words.start}":"${isoOfMinute(start)}","${words.end}":"${isoOfMinute(start + minutes)}"`
  return `{${times},"blocks":[{${times}}]},`
}

/** Both sorted, as is what they make together. */
function union(all: Int32Array, more: Int32Array): Int32Array {
  if (holds(all, more)) return all
  const merged = new Int32Array(all.length + more.length)
  let length = 0
  let i = 0
  for (const start of more) {
    while (i < all.length && all[i]! < start) merged[length++] = all[i++]!
    if (all[i] !== start) merged[length++] = start
  }
  while (i < all.length) merged[length++] = all[i++]!
  return merged.subarray(0, length)
}

/** After a few places, all times that occur are there. */
function holds(all: Int32Array, more: Int32Array): boolean {
  let i = 0
  for (const start of more) {
    while (i < all.length && all[i]! < start) i += 1
    if (all[i] !== start) return false
  }
  return true
}
