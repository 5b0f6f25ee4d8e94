import fc from "fast-check"
import { expect, it } from "vitest"
import { isoOfMinute } from "../../../domain/time/dates.ts"
import { drawn } from "../../support/trials.ts"

it("GE-02 writes UTC with milliseconds and Z, as toISOString does", () => {
  const minutes = fc.integer({ min: -40_000_000, max: 200_000_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      expect(isoOfMinute(minute)).toBe(new Date(minute * 60_000).toISOString())
    }),
    drawn(16_000, 7),
  )
})
