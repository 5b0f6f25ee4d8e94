import { geocoderOf } from "../../compose.ts"
import type { Config } from "../../config/config-shape.ts"
import { type Finding, ok, wrong } from "./finding.ts"

/** Every geocoder of the United States knows it, and it is nobody's. */
const landmark = {
  ...{ line1: "1600 Pennsylvania Avenue NW", line2: null, city: "Washington", state: "DC" },
  ...{ postal_code: "20500", country: "US" },
}
const limitMs = 5_000

/** Whether the geocoder answers, asked about a landmark. */
export async function checkGeocoder(config: Config): Promise<Finding> {
  const { kind } = config.geocoder
  const mend = "see GEOCODER, its URL and its key, or use the embedded one: GEOCODER=postal"
  try {
    const found = await geocoderOf(config).locate(landmark, AbortSignal.timeout(limitMs))
    if (found) return ok("geocoder", `${kind} answers`)
    return wrong("geocoder", `${kind} answers, but does not know a landmark`, mend)
  } catch {
    return wrong("geocoder", `${kind} does not answer`, mend)
  }
}
