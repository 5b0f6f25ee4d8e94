import { expect, it } from "vitest"
import { minutesPerRow, packedByMonth } from "./packed-minutes.sql.ts"

const unpacked = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32BE(i * 4))

it("SL-02 busy times are cut where a row ends, and come together again", () => {
  const border = 700 * minutesPerRow
  const busy = Int32Array.of(
    border - 90,
    border - 60,
    border - 30,
    border + 45,
    border + minutesPerRow,
    border + 2 * minutesPerRow + 5,
  )
  const rows = packedByMonth(busy)
  expect([...rows.keys()]).toEqual([699, 700, 701, 702])
  expect([...rows.values()].map(unpacked)).toEqual([
    [border - 90, border - 60, border - 30, border],
    [border, border + 45],
    [border + minutesPerRow, border + 2 * minutesPerRow],
    [border + 2 * minutesPerRow, border + 2 * minutesPerRow + 5],
  ])
  expect(packedByMonth(new Int32Array(0)).size).toBe(0)
})
