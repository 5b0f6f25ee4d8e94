import { expect, it } from "vitest"
import { countryOfAddress } from "../../../domain/rules/service-areas/service-area.ts"

it.each([
  ["M5V 3L9", null, "CA"],
  ["m5v-3l9", "Ontario", "CA"],
  ["K1A", null, "CA"],
  [null, "QC", "CA"],
  [null, "Québec", "CA"],
  [null, "British  Columbia", "CA"],
  ["78701", null, "US"],
  ["78701-1234", "TX", "US"],
  [null, "TX", "US"],
  [null, "Ohio", "US"],
  ["", "", "US"],
  [null, null, "US"],
] as const)("AG-08 %j with %j is told of %s", (postalCode, state, country) => {
  expect(countryOfAddress({ postalCode, state })).toBe(country)
})
