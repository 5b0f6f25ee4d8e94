/** Clocks as the customer host sends them, and as a page has learned them. */
import { clocksOf } from "../../src/http/customer-host/clocks.ts"
import type { ClocksView } from "../../web/shared/contract.ts"
import { learnClocks } from "../../web/shared/zones.ts"

export const clocksFor = (...zones: string[]): ClocksView =>
  clocksOf(zones, Date.parse("2027-03-01T12:00:00.000Z"))

export const learnClocksOf = (...zones: string[]): void => learnClocks(clocksFor(...zones))
