import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { drawn } from "../../../test/support/trials.ts"
import { unionOfStarts } from "./slot-bytes.ts"

const base = Math.floor(Date.UTC(2027, 2, 1) / 60_000)

const sortedList = fc
  .uniqueArray(fc.integer({ min: -70, max: 3_000 }), { maxLength: 60 })
  .map((minutes) => minutes.map((minute) => base + minute).sort((a, b) => a - b))

describe("the union of sorted lists", () => {
  it("SL-01 holds every minute of every list once, in order", () => {
    fc.assert(
      fc.property(fc.array(sortedList, { maxLength: 6 }), (lists) => {
        const all = new Set(lists.flatMap((list) => [...list]))
        expect([...unionOfStarts(lists)]).toEqual([...all].sort((a, b) => a - b))
      }),
      drawn(4_000, 20_270_301),
    )
  })

  it("takes minutes before 1970", () => {
    const lists = [
      [-64, -33, -1, 31],
      [-32, 0, 31, 32],
    ]
    expect([...unionOfStarts(lists)]).toEqual([-64, -33, -32, -1, 0, 31, 32])
  })

  it("leaves earlier unions alone", () => {
    const first = unionOfStarts([[1, 3], [2]])
    unionOfStarts([[7, 9], [8]])
    expect([...first]).toEqual([1, 2, 3])
  })
})
