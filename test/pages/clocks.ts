/** Clocks as the customer host sends them, and as a page has learned them. */

import type { ClocksView } from "../../domain/contracts/customer-pages.ts"
import { learnClocks } from "../../pages/shared/zones.ts"
import { clocksOf } from "../../service/ways-in/customer-host/clocks.ts"

export const clocksFor = (...zones: string[]): ClocksView =>
  clocksOf(zones, Date.parse("2027-03-01T12:00:00.000Z"))

export const learnClocksOf = (...zones: string[]): void => learnClocks(clocksFor(...zones))
