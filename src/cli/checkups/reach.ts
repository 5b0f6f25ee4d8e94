import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import type { Config } from "../../config/config-shape.ts"
import { type Finding, messageOf, ok, unknown, wrong } from "./finding.ts"

/** Whether the names in the settings resolve. No other host is named, so nothing more can be tried. */
export async function checkReach(config: Config): Promise<Finding[]> {
  const named = [
    ["BASE_URL", config.api.baseUrl] as const,
    ["BOOK_URL", config.book.baseUrl] as const,
    ["DATABASE_URL", config.database.url] as const,
  ].flatMap(([setting, address]) => {
    const host = address === null ? "" : (URL.parse(address)?.hostname ?? "")
    return host === "" || host === "localhost" || isIP(host.replace(/^\[|\]$/g, ""))
      ? []
      : [{ setting, host }]
  })
  if (named.length === 0) {
    return [unknown("reach", "the settings name no host, so the reach to the outside was not checked")]
  }
  return Promise.all(named.map(({ setting, host }) => checkName(setting, host)))
}

async function checkName(setting: string, host: string): Promise<Finding> {
  try {
    const { address } = await lookup(host)
    return ok("reach", `${setting}: ${host} is ${address}`)
  } catch (error) {
    return wrong("reach", `${setting}: ${messageOf(error)}`, `make ${host} resolve, or mend ${setting}`)
  }
}
