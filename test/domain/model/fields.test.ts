import { describe, expect, it } from "vitest"
import { instant } from "../../../domain/model/fields.ts"

describe("a moment", () => {
  it.each(["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000-05:00", "2199-12-31T23:59:59.999Z"])(
    "GE-02 may be %s: a first poll asks for everything since the epoch",
    (text) => {
      expect(instant.safeParse(text).success).toBe(true)
    },
  )

  const noon = Date.UTC(2027, 2, 16, 12)
  it.each([
    ["2027-03-16T12:00Z", noon],
    ["2027-03-16T12:00:00Z", noon],
    ["2027-03-16T17:45:00.000+05:45", noon],
    ["2027-03-16T08:30-0330", noon],
    ["2027-03-16T12:00:00.1239Z", noon + 123],
    ["2027-03-16T12:00:00.5Z", noon + 500],
  ])("GE-02 may be told with an offset, without seconds, with a fraction: %s", (text, at) => {
    expect(Date.parse(instant.parse(text))).toBe(at)
  })

  it.each([
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00+05:00",
    "2026-02-30T10:00:00Z",
    "2027-03-16T15:00:00",
    "2200-01-01T00:00:00Z",
    "2027-03-16",
    "2027-03-16 12:00Z",
    "2027-02-30T12:00Z",
    "2027-03-16T24:00Z",
    "2027-03-16T12:60Z",
    "2027-03-16T12:00:60Z",
    "2027-03-16T12:00+24:00",
    "2027-03-16T12:00+05:60",
    "2027-03-16T12:00:00.Z",
    "2027-03-16T12Z",
    "2027-03-16T12:00z",
    "2027-03-16T12:00:00Z\n",
    "now",
    "",
  ])("GE-02 may not be %s", (text) => {
    expect(instant.safeParse(text).success).toBe(false)
  })
})
