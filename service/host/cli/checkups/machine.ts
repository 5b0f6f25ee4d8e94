/** The doctor's findings on this machine: DATA_DIR, the program's files, its clock and keys. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { bundledZoneVersion, zoneDataInUse } from "../../../../domain/time/zone-table.ts"
import type { Config } from "../../config/config-shape.ts"
import { type Finding, ok, unknown, wrong } from "./finding.ts"

const leastFreeMb = 500
const privateFiles = ["secrets.json", "demo.json"]

/** DATA_DIR: whether it can be written to, has room, and hides what is secret. */
export function checkDataDirectory(dataDir: string): Finding[] {
  const directory = nearestExisting(dataDir)
  return [checkAccess(dataDir, directory), checkSpace(directory), ...checkPrivacy(dataDir)]
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function checkAccess(dataDir: string, directory: string): Finding {
  const name = "data directory"
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
    return ok(name, directory === dataDir ? dataDir : `${dataDir} can be made`)
  } catch {
    return wrong(name, `${directory} cannot be written to`, "set DATA_DIR to a directory that this user owns")
  }
}

function checkSpace(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory)
  const freeMb = Math.floor((bavail * bsize) / 1_048_576)
  if (freeMb >= leastFreeMb) return ok("disk space", `${freeMb} MB free`)
  return wrong("disk space", `${freeMb} MB free`, `make room: at least ${leastFreeMb} MB, or move DATA_DIR`)
}

function checkPrivacy(dataDir: string): Finding[] {
  const open = privateFiles.filter((file) => {
    const path = join(dataDir, file)
    return existsSync(path) && (statSync(path).mode & 0o077) !== 0
  })
  return open.map((file) => {
    const path = join(dataDir, file)
    return wrong("private files", `${path} can be read by others`, `chmod 600 ${path}`)
  })
}

/** Before this, no release was made: a clock that says so is wrong. */
const firstRelease = Date.parse("2026-01-01T00:00:00Z")

/** The pages that the customer host sends out. */
export function checkPages(webRoot: string): Finding {
  if (existsSync(join(webRoot, ".vite", "public-page.json"))) return ok("pages", "built")
  return wrong(
    "pages",
    "not built",
    "run `npm start` in a checkout, which builds them, or make the release anew",
  )
}

export function checkBookUrl(config: Config): Finding {
  if (config.book.enabled) return ok("booking links", config.book.baseUrl ?? `on port ${config.book.port}`)
  return unknown("booking links", "BOOK_URL is not set: this host gives out no booking links")
}

/** Checks who may make a company. Production refuses `SIGN_UP=open` without mails before anything else is checked. */
export function checkSignUp({ signUp, mail }: Pick<Config, "signUp" | "mail">): Finding {
  const name = "sign-up"
  if (!signUp.isOpen) return ok(name, "closed: the operator makes companies (cli operator link)")
  if (mail.sender !== "none") return ok(name, "open to everybody, whose email a mail proves")
  return unknown(
    name,
    "open to everybody, and no mail proves whose an email is",
    "set MAIL, or SIGN_UP=closed",
  )
}

/** Checks the rules of time zones in use: a directory of the operator's may have older ones than this program. */
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

const leastDistinctBytes = 16

/** Checks that the keys look random. A long one may still have been typed by hand. */
export function checkSecrets({ secrets }: Pick<Config, "secrets">): Finding[] {
  return [["SECRET_KEY", secrets.encryption] as const, ["LINK_SECRET", secrets.link] as const].map(
    ([setting, keys]) => {
      const weak = keys.filter(({ key }) => new Set(key).size < leastDistinctBytes)
      if (weak.length === 0)
        return ok(setting, `${keys.length === 1 ? "1 key" : `${keys.length} keys`}, random`)
      const ids = weak.map(({ id }) => id).join(", ")
      return wrong(
        setting,
        `the key ${ids} does not look random`,
        `put a key made by \`openssl rand -base64 32\` in front of it`,
      )
    },
  )
}
