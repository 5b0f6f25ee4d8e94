/** Providers and appointments out of the rows of a file. */
import { describe, expect, it } from "vitest"
import type { Refusal } from "../../../../domain/model/errors.ts"
import type { AppointmentRow, ProviderRow } from "../../../../domain/model/imports.ts"
import { readOrRefusal } from "../../../../domain/rules/imports/cells.ts"
import { readAppointment } from "../../../../domain/rules/imports/read-appointment.ts"
import { type NamesInRows, readProvider } from "../../../../domain/rules/imports/read-provider.ts"

const names: NamesInRows = {
  typeOf: (text) => Number(text.length),
  locationOf: (text) => Number(text.length),
  onlyLocationId: 1,
}

const provider = (row: object, given: Partial<NamesInRows> = {}) =>
  readProvider({ name: "Ana", ...row } as ProviderRow, { ...names, ...given })
const refusedField = (read: () => unknown) => (readOrRefusal(read) as Refusal).field

describe("a provider's row", () => {
  it("TQ-02 reads several hours of a day, and short clocks", () => {
    const { weekly_hours } = provider({ monday: "9:00-12:00, 13:00–17:00", sunday: "22:00 - 2:00" })
    expect(weekly_hours).toEqual([
      { location_id: 1, weekday: 1, start: "09:00", end: "12:00" },
      { location_id: 1, weekday: 1, start: "13:00", end: "17:00" },
      { location_id: 1, weekday: 7, start: "22:00", end: "02:00" },
    ])
  })

  it("TQ-02 refuses hours that are none by their day", () => {
    for (const hours of ["9-12", "24:00-25:00", "09:00-24:00", "09:60-10:00x", "open"])
      expect(
        refusedField(() => provider({ friday: hours })),
        hours,
      ).toBe("friday")
  })

  it("TQ-02 takes the only location, and asks for one where there are several and hours are given", () => {
    expect(provider({ monday: "9:00-12:00", location: "abcd" }).weekly_hours[0]!.location_id).toBe(4)
    expect(refusedField(() => provider({ monday: "9:00-12:00" }, { onlyLocationId: null }))).toBe("location")
    expect(provider({}, { onlyLocationId: null }).weekly_hours).toEqual([])
  })

  it("TQ-02 is active unless the cell says no, and offers the types that are listed", () => {
    expect(provider({}).active).toBe(true)
    expect(provider({ active: "no" }).active).toBe(false)
    expect(provider({ appointment_types: "ab; ;abc;" }).appointment_type_ids).toEqual([2, 3])
    expect(refusedField(() => provider({ name: " " }))).toBe("name")
  })
})

const row = (cells: object): AppointmentRow =>
  ({
    start_time: "2027-03-16T15:00:00Z",
    appointment_type: "Cut",
    provider: "Ana",
    phone: "+15125550123",
    name: "Sam",
    ...cells,
  }) as AppointmentRow

/** In UTC minutes. */
const start = Date.UTC(2027, 2, 16, 15) / 60_000

describe("an appointment's row", () => {
  it("TQ-02 has an end or a length, and the end counts", () => {
    expect(readAppointment(row({ minutes: "45" }), "ymd")).toMatchObject({ start, minutes: 45, end: null })
    const both = readAppointment(row({ minutes: "45", end_time: "2027-03-16T16:00:00Z" }), "ymd")
    expect(both).toMatchObject({ minutes: null, end: start + 60 })
    expect(readAppointment(row({}), "ymd")).toMatchObject({ minutes: null, end: null })
  })

  it("TQ-02 takes lengths from one minute to a day", () => {
    expect(readAppointment(row({ minutes: "1" }), "ymd").minutes).toBe(1)
    expect(readAppointment(row({ minutes: "1440" }), "ymd").minutes).toBe(1_440)
    for (const minutes of ["0", "-5", "1441", "7.5"])
      expect(
        refusedField(() => readAppointment(row({ minutes }), "ymd")),
        minutes,
      ).toBe("minutes")
  })

  it("TQ-02 puts a date and a clock together, for the end too", () => {
    const parts = row({ start_time: null, date: "03/16/2027", time: "3:00 PM", end_time: "4:30 PM" })
    const { start: from, end } = readAppointment(parts, "mdy")
    expect(from).toEqual({ wall: start })
    expect(end).toEqual({ wall: start + 90 })
  })

  it("TQ-02 names the cell that lacks, or is too long", () => {
    expect(refusedField(() => readAppointment(row({ appointment_type: "" }), "ymd"))).toBe("appointment_type")
    expect(refusedField(() => readAppointment(row({ provider: null }), "ymd"))).toBe("provider")
    expect(refusedField(() => readAppointment(row({ start_time: null, time: "9:00" }), "ymd"))).toBe("date")
    expect(refusedField(() => readAppointment(row({ start_time: "soon" }), "ymd"))).toBe("start_time")
    expect(refusedField(() => readAppointment(row({ notes: "x".repeat(2_001) }), "ymd"))).toBe("notes")
    expect(refusedField(() => readAppointment(row({ external_ref: "x".repeat(300) }), "ymd"))).toBe(
      "external_ref",
    )
    expect(refusedField(() => readAppointment(row({ phone: "", name: "Sam" }), "ymd"))).toBe("customer_ref")
  })
})
