import { describe, expect, it } from "vitest"
import { instant } from "../../src/model/fields.ts"

describe("a moment", () => {
  it.each(["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000-05:00", "2199-12-31T23:59:59.999Z"])(
    "GE-02 may be %s: a first poll asks for everything since the epoch",
    (text) => {
      expect(instant.safeParse(text).success).toBe(true)
    },
  )

  it.each([
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00+05:00",
    "2026-02-30T10:00:00Z",
    "2027-03-16T15:00:00",
    "2200-01-01T00:00:00Z",
  ])("GE-02 may not be %s", (text) => {
    expect(instant.safeParse(text).success).toBe(false)
  })
})
