/** The clocks of a company's zones, so that its programs and pages need no rules of their own. */
import { z } from "zod"
import { timestamp } from "./fields.ts"

export const timeZonesView = z
  .object({
    zones: z.array(
      z.object({
        timezone: z.string(),
        utc_offsets: z.array(z.object({ from: timestamp, minutes: z.int() })).meta({
          description: "By how much its clock is ahead of UTC, from each instant on; in the order of time.",
        }),
      }),
    ),
  })
  .meta({ id: "TimeZones" })
