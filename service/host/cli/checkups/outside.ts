/** The doctor's findings outside: names and the geocoder. */
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { geocoderOf } from "../../compose.ts"
import type { Config } from "../../config/config-shape.ts"
import { hostsIn } from "../../config/database-url.ts"
import { type Finding, messageOf, ok, unknown, wrong } from "./finding.ts"

/** Resolves the names in the settings. No other host is named, so nothing more can be tried. */
export async function checkReach(config: Config): Promise<Finding[]> {
  const named = [
    { setting: "BASE_URL", hosts: hostOf(config.api.baseUrl) },
    { setting: "BOOK_URL", hosts: hostOf(config.book.baseUrl) },
    { setting: "DATABASE_URL", hosts: hostsIn(config.database.url ?? "") },
  ].flatMap(({ setting, hosts }) => hosts.filter(needsName).map((host) => ({ setting, host })))
  if (named.length === 0) {
    return [unknown("reach", "the settings name no host, so the reach to the outside was not checked")]
  }
  return Promise.all(named.map(({ setting, host }) => checkName(setting, host)))
}

const hostOf = (address: string | null) => [URL.parse(address ?? "")?.hostname ?? ""]

const needsName = (host: string) =>
  host !== "" && host !== "localhost" && !host.startsWith("%2F") && !isIP(host.replace(/^\[|\]$/g, ""))

async function checkName(setting: string, host: string): Promise<Finding> {
  try {
    const { address } = await lookup(host)
    return ok("reach", `${setting}: ${host} is ${address}`)
  } catch (error) {
    return wrong("reach", `${setting}: ${messageOf(error)}`, `make ${host} resolve, or mend ${setting}`)
  }
}

/** Every geocoder of the United States knows it, and it is no private address. */
const landmark = {
  ...{ line1: "1600 Pennsylvania Avenue NW", line2: null, city: "Washington", state: "DC" },
  ...{ postal_code: "20500", country: "US" },
}
const limitMs = 5_000

/** Asks the geocoder about a landmark. */
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
