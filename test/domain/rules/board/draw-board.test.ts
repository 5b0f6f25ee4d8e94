import { expect, it } from "vitest"
import type { BoardProvider } from "../../../../domain/model/board.ts"
import { boardSpan, drawBoard } from "../../../../domain/rules/board/draw-board.ts"
import { CHICAGO, day, hours, NEW_YORK, WEEKDAYS } from "../availability/story.ts"

const ana: BoardProvider = {
  id: 1,
  name: "Ana",
  active: true,
  appointment_type_ids: [2],
  hours: [...hours(WEEKDAYS, "09:00", "12:00"), ...hours(WEEKDAYS, "13:00", "17:00", 2)],
  overrides: [],
  time_off: [],
  busy: new Int32Array(0),
  travel: null,
}
const locations = [
  { id: 1, name: "Downtown", timezone: CHICAGO, active: true },
  { id: 2, name: "Harbour", timezone: NEW_YORK, active: false },
]

it("TQ-02 a board spans its dates at every location, and draws no hours where nothing can be booked", () => {
  const [firstDay, endDay] = [day("2027-03-01"), day("2027-03-02")]
  const span = boardSpan([CHICAGO, NEW_YORK], firstDay, endDay)
  const drawing = drawBoard({
    ...{ firstDay, endDay, span, locations },
    ...{ closings: [], resources: [], providers: [ana], appointments: [], holds: [], sessions: [] },
  })
  let step = drawing.next()
  while (!step.done) step = drawing.next()
  const board = step.value
  expect([board.start_time, board.end_time]).toEqual(["2027-03-01T05:00:00.000Z", "2027-03-02T06:00:00.000Z"])
  expect(board.locations.map(({ id, active }) => [id, active])).toEqual([
    [1, true],
    [2, false],
  ])
  expect(board.providers[0]!.hours.map(({ location_id, start_time }) => [location_id, start_time])).toEqual([
    [1, "2027-03-01T15:00:00.000Z"],
  ])
})

it("TQ-02 a provider's usual location has most of the weekly hours, those that pass midnight too", () => {
  const [firstDay, endDay] = [day("2027-03-01"), day("2027-03-02")]
  const span = boardSpan([CHICAGO], firstDay, endDay)
  const usualOf = (provider: BoardProvider) => {
    const drawing = drawBoard({
      ...{ firstDay, endDay, span, locations },
      ...{ closings: [], resources: [], providers: [provider], appointments: [], holds: [], sessions: [] },
    })
    let step = drawing.next()
    while (!step.done) step = drawing.next()
    return step.value.providers[0]!.usual_location_id
  }
  expect(usualOf(ana)).toBe(2)
  const nights = [...hours(WEEKDAYS, "09:00", "12:00"), ...hours(WEEKDAYS, "22:00", "02:00", 2)]
  expect(usualOf({ ...ana, hours: nights })).toBe(2)
  expect(usualOf({ ...ana, hours: [] })).toBeNull()
})
