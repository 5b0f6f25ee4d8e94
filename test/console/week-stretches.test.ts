/** Drawing edits the hours of a week. */
import { describe, expect, it } from "vitest"
import {
  copied,
  drawn,
  type Hours,
  hoursOf,
  moved,
  piecesOn,
  replaced,
  stretched,
  stretchesOf,
  stretchOf,
} from "../../console/parts/week-stretches.ts"

const at = (weekday: number, start: string, end: string): Hours => ({ weekday, start, end })
const monday = (start: string, end: string) => at(1, start, end)
const week = (...hours: Hours[]) => stretchesOf(hours)

describe("a week of drawn hours", () => {
  it("keeps what the API has, past midnight and around the clock too", () => {
    const hours = [monday("08:00", "12:00"), at(3, "00:00", "00:00"), at(7, "22:00", "06:00")]
    expect(hoursOf(stretchesOf(hours))).toEqual(hours)
    expect(piecesOn(stretchesOf([at(7, "22:00", "06:00")]), 1)).toEqual([
      { index: 0, from: 0, to: 360, begins: false, ends: true },
    ])
  })

  it("joins what is drawn with what it meets or touches, also from Sunday night to Monday morning", () => {
    const drawnOver = drawn(
      week(monday("08:00", "12:00"), monday("13:00", "17:00")),
      stretchOf(monday("12:00", "14:00")),
    )
    expect(hoursOf(drawnOver)).toEqual([monday("08:00", "17:00")])
    const overnight = drawn(week(monday("00:00", "06:00")), stretchOf(at(7, "22:00", "00:00")))
    expect(hoursOf(overnight)).toEqual([at(7, "22:00", "06:00")])
  })

  it("leaves out what is blocked by hours elsewhere", () => {
    const blocked = week(monday("12:00", "13:00"))
    expect(hoursOf(drawn([], stretchOf(monday("08:00", "17:00")), blocked))).toEqual([
      monday("08:00", "12:00"),
      monday("13:00", "17:00"),
    ])
    expect(drawn([], stretchOf(monday("12:00", "13:00")), blocked)).toEqual([])
  })

  it("moves and lengthens by keys as far as the neighbours let it, and within the day", () => {
    const hours = week(monday("08:00", "12:00"), monday("12:30", "17:00"))
    expect(hoursOf(moved(hours, 0, 60, []))[0]).toEqual(monday("08:30", "12:30"))
    expect(hoursOf(moved(hours, 0, -9_999, []))[0]).toEqual(monday("00:00", "04:00"))
    expect(hoursOf(stretched(hours, 0, 60, []))[0]).toEqual(monday("08:00", "12:30"))
    expect(hoursOf(stretched(hours, 1, -9_999, []))[1]).toEqual(monday("12:30", "12:45"))
    expect(hoursOf(stretched(hours, 1, 9_999, week(at(2, "06:00", "08:00"))))[1]).toEqual(
      monday("12:30", "06:00"),
    )
  })

  it("moves to another day in the place of the one that was there", () => {
    const hours = week(monday("08:00", "12:00"), at(2, "09:00", "11:00"))
    expect(hoursOf(replaced(hours, 0, stretchOf(at(2, "10:00", "14:00")), []))).toEqual([
      at(2, "09:00", "14:00"),
    ])
  })

  it("copies a day over others, in place of their hours", () => {
    const hours = week(monday("08:00", "12:00"), monday("13:00", "17:00"), at(2, "20:00", "22:00"))
    expect(hoursOf(copied(hours, 1, [1, 2, 3], []))).toEqual(
      [1, 2, 3].flatMap((weekday) => [at(weekday, "08:00", "12:00"), at(weekday, "13:00", "17:00")]),
    )
    expect(hoursOf(copied(hours, 5, [1], []))).toEqual([at(2, "20:00", "22:00")])
  })
})
