/** How fast a provider gets from one visit to the next: a company's default, or a provider's own. */
import { z } from "zod"
import type { TravelPlan } from "./availability.ts"
import { whole } from "./fields.ts"

const kilometresAnHour = z
  .number({ error: "expected kilometres an hour from 1 to 150" })
  .min(1, { error: "expected at least 1 km/h" })
  .max(150, { error: "expected at most 150 km/h" })

const factor = z
  .number({ error: "expected a factor from 1 to 5" })
  .min(1, { error: "expected a factor of at least 1" })
  .max(5, { error: "expected a factor of at most 5" })

export const travelInput = z
  .strictObject({
    speed_kmh: kilometresAnHour.meta({ description: "On the road, on average." }),
    road_factor: factor
      .default(1.3)
      .meta({ description: "How many times longer roads are than the straight line." }),
    setup_minutes: whole(0, 240).default(0).meta({ description: "To park and set up at each visit." }),
  })
  .nullable()

export const travelView = z
  .object({ speed_kmh: z.number(), road_factor: z.number(), setup_minutes: z.int() })
  .nullable()

/** Null: travel is not judged. */
export type Travel = NonNullable<z.output<typeof travelInput>>

/** As the rules judge by it. */
export const travelPlan = ({ speed_kmh, road_factor, setup_minutes }: Travel): TravelPlan => ({
  speedKmh: speed_kmh,
  roadFactor: road_factor,
  setupMinutes: setup_minutes,
})
