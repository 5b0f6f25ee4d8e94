import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config/config-shape.ts"
import { bundledZoneVersion, zoneDataInUse } from "../../time/zone-table.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"

/** Before this, no release was made: a clock that says so is wrong. */
const firstRelease = Date.parse("2026-01-01T00:00:00Z")

/** The pages that the customer host sends out. */
export function checkPages(webRoot: string): Finding {
  if (existsSync(join(webRoot, ".vite", "public-page.json"))) return ok("pages", "built")
  return wrong("pages", "not built", "run `npm start`, which builds them")
}

export function checkBookUrl(config: Config): Finding {
  if (config.book.enabled) return ok("booking links", config.book.baseUrl ?? `on port ${config.book.port}`)
  return unknown("booking links", "BOOK_URL is not set: this host gives out no booking links")
}

/** Which rules of time zones are in use, and whether a directory of the operator's has older ones than this program. */
export function checkZoneRules(): Finding {
  const { source, version } = zoneDataInUse()
  const says = `${version ?? "release unknown"}, from ${source}`
  if (version === null || version >= bundledZoneVersion) return ok("zone rules", says)
  const mend = "update that directory, or unset ZONEINFO"
  return wrong("zone rules", `${says}: older than the bundled ${bundledZoneVersion}`, mend)
}

export function checkProcessClock(config: Config, systemNow: number): Finding {
  if (systemNow < firstRelease) {
    return wrong("system clock", new Date(systemNow).toISOString(), "set the machine's clock")
  }
  const offset = config.testClockOffsetMs
  return ok("system clock", offset === 0 ? "plausible" : `shifted by ${offset} ms (TEST_CLOCK_OFFSET_MS)`)
}
