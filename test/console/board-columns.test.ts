import { expect, it } from "vitest"
import type { Board } from "../../console/board/board-data.ts"
import { appointmentsIn, dayColumns, leadColumn, weekColumns, weekRows } from "../../console/board/columns.ts"

const dates = ["2027-03-01", "2027-03-02"]
const at = (date: string, clock: string) => `${date}T${clock}:00.000Z`
const days = dates.map((date) => ({
  date,
  start_time: at(date, "00:00"),
  end_time: new Date(Date.parse(at(date, "00:00")) + 86_400_000).toISOString(),
}))
const place = (id: number, active = true) => ({
  id,
  name: `Place ${id}`,
  timezone: "UTC",
  active,
  days,
  closed: [],
  utc_offsets: [{ from: at("2027-03-01", "00:00"), minutes: 0 }],
})
const visit = (id: number, location_id: number, from: string, until: string) => {
  const block = { start_time: at("2027-03-01", from), end_time: at("2027-03-01", until) }
  return {
    id,
    location_id,
    provider_id: 1,
    appointment_type_id: 1,
    status: "scheduled",
    blocks: [block],
    occupied: [block],
  }
}
const board = {
  start_time: at("2027-03-01", "00:00"),
  end_time: at("2027-03-03", "00:00"),
  locations: [place(1), place(2), place(3, false)],
  providers: [
    {
      id: 1,
      name: "Ana",
      active: true,
      appointment_type_ids: [1],
      usual_location_id: 3,
      hours: [{ location_id: 1, start_time: at("2027-03-01", "09:00"), end_time: at("2027-03-01", "12:00") }],
      time_off: [],
      busy: [],
      trips: [],
    },
  ],
  appointments: [visit(1, 1, "09:00", "10:00"), visit(2, 2, "14:00", "15:00"), visit(3, 3, "16:00", "17:00")],
  more_from: null,
} as unknown as Board
const all = { locationId: null, typeId: null, providerId: null }

it("MD-26 a provider's week shows all places of a day, and the usual active one where there is none", () => {
  const columns = weekColumns(board, board.providers[0]!, dates, all)
  expect(columns.map(({ date, location }) => [date, location.id])).toEqual([
    ["2027-03-01", 1],
    ["2027-03-01", 2],
    ["2027-03-01", 3],
    ["2027-03-02", 1],
  ])
})

it("MD-25 what is counted is what is drawn, at places that are switched off too, and by the filters", () => {
  expect(appointmentsIn(dayColumns(board, "2027-03-01", all))).toBe(3)
  expect(appointmentsIn(weekRows(board, all).flatMap((row) => row.days))).toBe(3)
  expect(appointmentsIn(dayColumns(board, "2027-03-01", { ...all, locationId: 2 }))).toBe(1)
  expect(appointmentsIn(dayColumns(board, "2027-03-02", all))).toBe(0)
})

it("DS-07 a cancelled appointment never narrows a live one, and is left out where it is hidden", () => {
  const cancelled = (id: number, from: string, until: string) => ({
    ...visit(id, 1, from, until),
    status: "cancelled",
    occupied: [],
  })
  const appointments = [
    visit(1, 1, "09:00", "10:00"),
    visit(2, 1, "09:30", "10:30"),
    cancelled(3, "09:15", "09:45"),
    cancelled(4, "09:30", "10:00"),
    cancelled(5, "11:00", "12:00"),
  ]
  const one = { ...board, appointments } as unknown as Board
  const laidOut = (filters: typeof all & { hidesCancelled?: boolean }) =>
    dayColumns(one, "2027-03-01", filters)[0]!.cards.map(({ appointment, lane, lanes, isStrip = false }) => [
      appointment.id,
      lane,
      lanes,
      isStrip,
    ])
  expect(laidOut(all)).toEqual([
    [1, 0, 2, false],
    [3, 0, 2, true],
    [2, 1, 2, false],
    [4, 1, 2, true],
    [5, 0, 1, false],
  ])
  expect(laidOut({ ...all, hidesCancelled: true })).toEqual([
    [1, 0, 2, false],
    [2, 1, 2, false],
  ])
})

it("CL-12 a crew's appointment stands with each who comes, and on demand with its room; the lead's column moves it", () => {
  const ben = { ...board.providers[0]!, id: 2, name: "Ben", usual_location_id: 1 }
  const crew = {
    ...visit(90, 1, "10:00", "11:00"),
    providers: [
      { id: 1, name: "Ana", lead: true },
      { id: 2, name: "Ben", lead: false },
    ],
    resources: [{ id: 7, name: "Room 1" }],
  }
  const room = {
    ...{ id: 7, name: "Room 1", kind: "room", group: "Rooms", location_id: 1, active: true },
    ...{ hours: [], time_off: [] },
  }
  const withCrew = {
    ...board,
    providers: [...board.providers, ben],
    appointments: [crew],
    resources: [room],
  } as unknown as Board
  const shown = (showsResources: boolean) =>
    dayColumns(withCrew, "2027-03-01", { locationId: 1, typeId: null, providerId: null, showsResources })
  const told = (columns: ReturnType<typeof dayColumns>) =>
    columns.map(({ provider, cards }) => [provider.name, ...cards.map(({ beside }) => beside.join())])
  const people = [
    ["Ana", "Ben,Room 1"],
    ["Ben", "Ana,Room 1"],
  ]
  expect(told(shown(false))).toEqual(people)
  const all = shown(true)
  expect(told(all)).toEqual([...people, ["Room 1", "Ana,Ben"]])
  expect(appointmentsIn(all)).toBe(1)
  for (const column of all) expect(leadColumn(all, column.cards[0]!, column).provider.name).toBe("Ana")
})

it("CL-07 a session is one card of all who give it, takes their time, and stands where they have no hours", () => {
  const yoga = (id: number, from: string, until: string, more: object = {}) => ({
    ...{ id, status: "scheduled", appointment_type: { id: 2, name: "Yoga" }, provider_id: 1, location_id: 1 },
    ...{ start_time: at("2027-03-01", from), end_time: at("2027-03-01", until), seats: 12, seats_taken: 3 },
    ...more,
  })
  const beside = { ...board.providers[0]!, id: 2, name: "Ben", hours: [] }
  const providers = [
    { id: 1, name: "Ana", lead: true },
    { id: 2, name: "Ben", lead: false },
  ]
  const gone = { ...visit(9, 1, "11:15", "11:45"), status: "cancelled", occupied: [] }
  const given = {
    ...board,
    providers: [...board.providers, beside],
    appointments: [...board.appointments, gone],
    sessions: [
      yoga(1, "11:00", "12:00", { providers }),
      yoga(2, "10:00", "11:00", { status: "cancelled" }),
      yoga(3, "18:00", "19:00", { location_id: 2 }),
    ],
  } as unknown as Board
  const shown = dayColumns(given, "2027-03-01", all).map(({ provider, location, sessions }) => [
    ...[provider.name, location.id],
    ...sessions.map(({ session, beside: others }) => [session.id, ...others]),
  ])
  expect(shown).toEqual([
    ["Ana", 1, [1, "Ben"]],
    ["Ben", 1, [1, "Ana"]],
    ["Ana", 2, [3]],
    ["Ana", 3],
  ])
  const [first] = dayColumns(given, "2027-03-01", { ...all, providerId: 1 })
  expect([first!.takenMinutes, first!.cards.map(({ isStrip }) => isStrip)]).toEqual([120, [undefined, true]])
  expect(dayColumns(given, "2027-03-01", { ...all, typeId: 1 }).flatMap(({ sessions }) => sessions)).toEqual(
    [],
  )
})
