/**
 * The bytes of one-day slots. The providers of one answer mostly share their times, and each slot is written equally
 * long, so all times that occur are written once, on a sheet, and every entry copies its own from there, run by run.
 */
import type { ProviderLocationStarts } from "../../model/availability.ts"
import { type SlotWords, slotRows } from "./slot-rows.ts"

export interface SlotSheet {
  /** Every start on the sheet, sorted. */
  starts: Int32Array
  /** Their slots, each with a comma after it. */
  bytes: Buffer
  /** Bytes from one slot to the next. */
  stride: number
}

/** A sheet with all slots of `offered`, each `minutes` long. */
export function slotSheet(
  minutes: number,
  offered: readonly ProviderLocationStarts[],
  words: SlotWords,
): SlotSheet {
  const starts = unionOfStarts(offered.map((entry) => entry.starts))
  return { starts, ...slotRows(starts, minutes, words) }
}

/** How many bytes the slots of one entry take, with commas between them. */
export function slotsLength(sheet: SlotSheet, starts: Int32Array): number {
  return Math.max(0, starts.length * sheet.stride - 1)
}

/** Copies the slots of one entry, all of them on the sheet, into `answer` from `at` on; returns where they end. */
export function copySlots(sheet: SlotSheet, starts: Int32Array, answer: Buffer, at: number): number {
  const { stride, bytes, starts: rows } = sheet
  let end = at
  let row = 0
  for (let i = 0; i < starts.length; ) {
    while (rows[row] !== starts[i]) row += 1
    const first = row
    while (i < starts.length && rows[row] === starts[i]) {
      row += 1
      i += 1
    }
    end += bytes.copy(answer, end, first * stride, row * stride)
  }
  // What follows is written over the last comma.
  return at + slotsLength(sheet, starts)
}

/** Every minute of the sorted lists, sorted, each once. */
export function unionOfStarts(lists: readonly Int32Array[]): Int32Array {
  const filled = lists.filter(({ length }) => length > 0)
  const first = Math.min(...filled.map((list) => list[0]!))
  const last = Math.max(...filled.map((list) => list.at(-1)!))
  const isPresent = new Uint8Array(filled.length === 0 ? 0 : last - first + 1)
  for (const list of filled) for (const minute of list) isPresent[minute - first] = 1
  const minutes: number[] = []
  for (let i = 0; i < isPresent.length; i++) if (isPresent[i] === 1) minutes.push(first + i)
  return Int32Array.from(minutes)
}
