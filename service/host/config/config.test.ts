import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tzifZones } from "../../../domain/time/tzif.ts"
import { checkSignUp } from "../cli/checkups/machine.ts"
import { type Config, loadConfig } from "./config.ts"
import type { Env } from "./env.ts"
import { isRepetitive } from "./keys.ts"
import { ConfigError, type Mistake } from "./settings-reader.ts"

const keyBytes = (seed: string) => createHash("sha256").update(seed).digest()
const KEY = keyBytes("one").toString("base64")
const OTHER_KEY = keyBytes("two").toString("hex")
const PRODUCTION: Env = {
  NODE_ENV: "production",
  BASE_URL: "https://api.example.com",
  SECRET_KEY: `a:${KEY}`,
  LINK_SECRET: `a:${OTHER_KEY}`,
}

function mistakesOf(env: Env): readonly Mistake[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}
const wrongSettings = (env: Env) => mistakesOf(env).map(({ setting }) => setting)

describe("settings in production", () => {
  it("OP-02 refuse to start with TRUST_PROXY=true, and say why", () => {
    expect(() => loadConfig({ ...PRODUCTION, TRUST_PROXY: "true" })).toThrow(
      /TRUST_PROXY is "true", which would believe whatever address a caller writes.*Expected: the number of proxies/,
    )
  })

  it("RL-07 TRUST_PROXY is a hop count, none unless it is set", () => {
    expect(loadConfig(PRODUCTION).trustedProxyHops).toBe(0)
    expect(loadConfig({ ...PRODUCTION, TRUST_PROXY: "2" }).trustedProxyHops).toBe(2)
    for (const wrong of ["true", "TRUE", "yes", "-1", "1.5", "loopback", "10.0.0.0/8", "1000"]) {
      expect(wrongSettings({ ...PRODUCTION, TRUST_PROXY: wrong })).toEqual(["TRUST_PROXY"])
    }
  })

  it("OP-02 refuse test bot-check secrets and site keys, and start without a secret", () => {
    for (const secret of [
      "1x0000000000000000000000000000000AA",
      "2x0000000000000000000000000000000AA",
      "test",
    ]) {
      expect(wrongSettings({ ...PRODUCTION, BOT_CHECK_SECRET: secret })).toEqual(["BOT_CHECK_SECRET"])
    }
    const siteKey = {
      BOT_CHECK: "turnstile",
      BOT_CHECK_SECRET: "mine",
      BOT_CHECK_SITE_KEY: "1x00000000000000000000AA",
    }
    expect(wrongSettings({ ...PRODUCTION, ...siteKey })).toEqual(["BOT_CHECK_SITE_KEY"])
    expect(loadConfig(PRODUCTION).botCheck.secret).toBeNull()
  })

  it("require the address and the secrets, and refuse what is for tests", () => {
    const env: Env = {
      NODE_ENV: "production",
      ALLOW_PRIVATE_ADDRESSES: "true",
      TEST_CLOCK_OFFSET_MS: "1000",
      TEXTS: "console",
    }
    expect(new Set(wrongSettings(env))).toEqual(
      new Set([
        "BASE_URL",
        "SECRET_KEY",
        "LINK_SECRET",
        "ALLOW_PRIVATE_ADDRESSES",
        "TEST_CLOCK_OFFSET_MS",
        "TEXTS",
      ]),
    )
  })

  it("TR-36 refuse public addresses that are not https, unless that is said to be meant", () => {
    const plain = { ...PRODUCTION, BASE_URL: "http://api.example.com", BOOK_URL: "http://book.example.com" }
    expect(wrongSettings(plain)).toEqual(["BASE_URL", "BOOK_URL"])
    expect(wrongSettings({ ...plain, ALLOW_PLAIN_HTTP: "true" })).toEqual([])
    expect(loadConfig({ ...plain, NODE_ENV: "test" }).api.baseUrl).toBe("http://api.example.com")
  })

  it("TR-36 refuse secrets that are short or repeat themselves", () => {
    const typed = [
      Buffer.alloc(32, 1),
      Buffer.from("0123456789abcdef0123456789abcdef"),
      Buffer.from("passwordpasswordpasswordpassword!"),
      Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
      Buffer.from("abcabcaabbccabcabcaabbccabcabcaa"),
    ]
    for (const setting of ["SECRET_KEY", "LINK_SECRET"]) {
      for (const key of typed)
        expect(wrongSettings({ ...PRODUCTION, [setting]: key.toString("hex") })).toEqual([setting])
      expect(wrongSettings({ ...PRODUCTION, [setting]: keyBytes("x").toString("hex").slice(0, 40) })).toEqual(
        [setting],
      )
    }
    for (const secret of ["short", "a".repeat(40)]) {
      expect(wrongSettings({ ...PRODUCTION, BOT_CHECK_SECRET: secret })).toEqual(["BOT_CHECK_SECRET"])
      expect(wrongSettings({ ...PRODUCTION, METRICS_TOKEN: secret })).toEqual(["METRICS_TOKEN"])
    }
    const drawn = { BOT_CHECK_SECRET: "kX3vQ9mZt2LrW8pB", METRICS_TOKEN: "Yw7nHc4RzJ6sTq1D" }
    expect(wrongSettings({ ...PRODUCTION, ...drawn })).toEqual([])
  })

  it("TR-36 do not take a key drawn at random for a typed one", () => {
    for (let seed = 0; seed < 2_000; seed += 1) expect(isRepetitive(keyBytes(String(seed)), 16)).toBe(false)
  })

  it("need Twilio's account and token when texts go by it", () => {
    const twilio = { ...PRODUCTION, TEXTS: "twilio" }
    expect(wrongSettings(twilio)).toEqual(["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"])
    const account = { TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`, TWILIO_AUTH_TOKEN: "token" }
    expect(loadConfig({ ...twilio, ...account }).texts.twilio?.baseUrl).toBe("https://api.twilio.com")
    expect(loadConfig({ ...PRODUCTION, ...account }).texts.twilio).toBeNull()
  })

  it("need what the geocoder is asked with, and know where each is", () => {
    const geocoder = (settings: object) => loadConfig({ ...PRODUCTION, ...settings }).geocoder
    expect(geocoder({})).toEqual({ kind: "postal" })
    expect(geocoder({ GEOCODER: "census" })).toEqual({
      kind: "census",
      baseUrl: "https://geocoding.geo.census.gov",
    })
    expect(
      geocoder({
        GEOCODER: "nominatim",
        GEOCODER_URL: "https://maps.example.com",
        GEOCODER_EMAIL: "a@example.com",
      }),
    ).toEqual({ kind: "nominatim", baseUrl: "https://maps.example.com", email: "a@example.com" })
    expect(geocoder({ GEOCODER: "google", GEOCODER_KEY: "AIzaKey" })).toMatchObject({ key: "AIzaKey" })
    expect(wrongSettings({ ...PRODUCTION, GEOCODER: "nominatim" })).toEqual(["GEOCODER_EMAIL"])
    expect(wrongSettings({ ...PRODUCTION, GEOCODER: "google" })).toEqual(["GEOCODER_KEY"])
    expect(wrongSettings({ ...PRODUCTION, GEOCODER_URL: "https://maps.example.com/path" })).toEqual([
      "GEOCODER_URL",
    ])
  })

  it("need the address of the routing service that driving times come from", () => {
    const travel = (settings: object) => loadConfig({ ...PRODUCTION, ...settings }).travel
    expect(travel({})).toEqual({ kind: "estimate" })
    expect(travel({ TRAVEL: "osrm", TRAVEL_URL: "http://osrm.internal:5000" })).toEqual({
      kind: "osrm",
      baseUrl: "http://osrm.internal:5000",
    })
    expect(wrongSettings({ ...PRODUCTION, TRAVEL: "osrm" })).toEqual(["TRAVEL_URL"])
  })

  it("WN-04 may name another planner, without a path", () => {
    const planner = (settings: object) => loadConfig({ ...PRODUCTION, ...settings }).plannerUrl
    expect(planner({})).toBeNull()
    expect(planner({ PLANNER_URL: "http://vroom.internal:3000" })).toBe("http://vroom.internal:3000")
    expect(wrongSettings({ ...PRODUCTION, PLANNER_URL: "http://vroom.internal/plan" })).toEqual([
      "PLANNER_URL",
    ])
  })

  it("CN-10 may name a tile server for the console's map, and who made the tiles", () => {
    const MAP_TILES_URL = "https://tiles.example.com/{z}/{x}/{y}{r}.png?key=hunter2"
    const MAP_TILES_ATTRIBUTION = "© [OpenStreetMap](https://www.openstreetmap.org/copyright) contributors"
    expect(loadConfig(PRODUCTION).mapTiles).toBeNull()
    expect(loadConfig({ ...PRODUCTION, MAP_TILES_URL, MAP_TILES_ATTRIBUTION }).mapTiles).toEqual({
      url: MAP_TILES_URL,
      darkUrl: null,
      attribution: [
        { text: "© ", href: null },
        { text: "OpenStreetMap", href: "https://www.openstreetmap.org/copyright" },
        { text: " contributors", href: null },
      ],
    })
    expect(wrongSettings({ ...PRODUCTION, MAP_TILES_URL })).toEqual(["MAP_TILES_ATTRIBUTION"])
    const alone = { MAP_TILES_DARK_URL: MAP_TILES_URL, MAP_TILES_ATTRIBUTION }
    expect(wrongSettings({ ...PRODUCTION, ...alone })).toEqual([
      "MAP_TILES_DARK_URL",
      "MAP_TILES_ATTRIBUTION",
    ])
    const html = { MAP_TILES_URL, MAP_TILES_ATTRIBUTION: "<a href=https://example.com>Maps</a>" }
    expect(wrongSettings({ ...PRODUCTION, ...html })).toEqual(["MAP_TILES_ATTRIBUTION"])
  })

  it.each([
    ["tiles.example.com/{z}/{x}/{y}.png", "is no http or https address"],
    ["https://tiles.example.com/{z}/{y}.png", "lacks {x}"],
    ["https://{s}.example.com/{z}/{x}/{y}.png", "has {s}, which is not filled in"],
    ["https://t{x}.example.com/{z}/{x}/{y}.png", "has a placeholder in its host"],
    ["https://user:hunter2@tiles.example.com/{z}/{x}/{y}.png", "holds a user name or a password"],
    ["https://a;script-src/{z}/{x}/{y}.png", "has a host that a content policy has no form for"],
    ["http://tiles.example.com/{z}/{x}/{y}.png", "is a plain http address"],
  ])("CN-10 may not have tiles at %s", (MAP_TILES_URL, wrong) => {
    const [mistake, ...others] = mistakesOf({ ...PRODUCTION, MAP_TILES_URL, MAP_TILES_ATTRIBUTION: "Maps" })
    expect(others).toEqual([])
    expect(mistake!.setting).toBe("MAP_TILES_URL")
    expect(mistake!.wrong).toContain(wrong)
    expect(mistake!.wrong).not.toContain("hunter2")
  })

  it("DS-16 refuse sign-up that is open without mails, which prove whose an address is", () => {
    const open = { ...PRODUCTION, SIGN_UP: "open" }
    expect(() => loadConfig(open)).toThrow(/SIGN_UP is open without mails.*Expected: closed, or MAIL=smtp/)
    const mails = { MAIL: "smtp", MAIL_FROM: "hello@example.com", SMTP_URL: "smtp://mail.example.com:587" }
    const { signUp, mail } = loadConfig({ ...open, ...mails })
    expect([signUp.isOpen, checkSignUp({ signUp, mail }).state]).toEqual([true, "ok"])
    expect(loadConfig(PRODUCTION).signUp.isOpen).toBe(false)
    expect(wrongSettings({ ...PRODUCTION, SIGN_UP: "yes" })).toEqual(["SIGN_UP"])
  })

  it("may lack BOOK_URL: then there are no pages", () => {
    const { book, database } = loadConfig(PRODUCTION)
    expect(book).toMatchObject({ baseUrl: null, enabled: false })
    expect(database.migrate).toBe("check")
    expect(loadConfig({ ...PRODUCTION, BOOK_URL: "https://book.example.com/" }).book).toMatchObject({
      baseUrl: "https://book.example.com",
      enabled: true,
    })
  })
})

describe("mistakes in settings", () => {
  it("are all told at once, each with what is expected, without the values of secrets", () => {
    const env: Env = {
      ...PRODUCTION,
      PORT: "eighty",
      BOOK_PORT: "70000",
      BASE_URL: "ftp://example.com/path",
      DATABASE_URL: "mysql://user:hunter2@host/db",
      SECRET_KEY: "a:aHVudGVyMg==",
      LINK_SECRET: "a:hunter2!",
      METRICS_TOKEN: "hunter2",
      LOG_LEVEL: "loud",
      PLATFORM_SMS_NUMBER: "555-0100",
      MIGRATE: "maybe",
      POOL_SIZE: "0",
    }
    const mistakes = mistakesOf(env)
    expect(mistakes.map(({ setting }) => setting).sort()).toEqual(
      Object.keys(env)
        .filter((name) => name !== "NODE_ENV")
        .sort(),
    )
    const message = new ConfigError(mistakes).message
    expect(message).not.toContain("hunter2")
    expect(message.match(/Expected: /g)).toHaveLength(mistakes.length)
  })

  it("include an address shared by both hosts, a shared port and a shared key", () => {
    const shared = { BOOK_URL: "https://api.example.com", BOOK_PORT: "3000", LINK_SECRET: `b:${KEY}` }
    expect(wrongSettings({ ...PRODUCTION, ...shared }).sort()).toEqual([
      "BOOK_PORT",
      "BOOK_URL",
      "LINK_SECRET",
    ])
  })
})

describe("ZONEINFO", () => {
  const files = join(import.meta.dirname, "../../../test/domain/time/zoneinfo")

  it("TR-25 replaces the bundled zone rules by a directory of TZif files, whose release is known", () => {
    const zones = tzifZones(loadConfig({ ...PRODUCTION, ZONEINFO: files }).zoneFiles!)
    expect(zones).toMatchObject({ source: files, version: "2026f" })
    expect(zones.names).toContain("America/Winnipeg")
    expect(zones.names).not.toContain("tzdata.zi")
    expect(zones.periodsOf("America/Winnipeg")!.abbreviations.at(-1)).toBe("EST")
    expect(loadConfig(PRODUCTION).zoneFiles).toBeNull()
  })

  it("TR-25 is refused when it is no such directory", () => {
    for (const ZONEINFO of [join(files, "nowhere"), import.meta.dirname]) {
      expect(wrongSettings({ ...PRODUCTION, ZONEINFO })).toEqual(["ZONEINFO"])
    }
  })
})

describe("key lists", () => {
  const keysOf = (SECRET_KEY: string) => loadConfig({ ...PRODUCTION, SECRET_KEY }).secrets.encryption

  it("keep the newest first, in base64 or hex", () => {
    const hex = Buffer.concat([keyBytes("three"), keyBytes("four")])
      .subarray(0, 40)
      .toString("hex")
    expect(keysOf(`new:${hex}, old:${KEY}`).map(({ id, key }) => [id, key.length])).toEqual([
      ["new", 40],
      ["old", 32],
    ])
  })

  it("know a key without an id by a hash of itself, wherever it stands in the list", () => {
    const [alone] = keysOf(KEY)
    expect(keysOf(`new:${keyBytes("nine").toString("hex")},${KEY}`)[1]?.id).toBe(alone.id)
  })

  it("refuse an id that occurs twice, ids of other characters and short keys", () => {
    const wrong = [`a:${KEY},a:${keyBytes("nine").toString("hex")}`, `a.b:${KEY}`, `a:${KEY.slice(0, 40)}`]
    for (const SECRET_KEY of wrong)
      expect(wrongSettings({ ...PRODUCTION, SECRET_KEY })).toEqual(["SECRET_KEY"])
  })
})

describe("the address of the database", () => {
  const wrongUrl = (DATABASE_URL: string) => wrongSettings({ ...PRODUCTION, DATABASE_URL })

  it.each([
    "postgresql://a:b@one:5432,two:5433/db?target_session_attrs=read-write",
    "postgresql://one,two/db?target_session_attrs=primary&sslmode=verify-full",
    "postgres://a@/db?host=%2Fvar%2Frun%2Fpostgresql",
    "postgresql://a@[::1]:5432/db?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
  ])("SO-04 may be %s", (url) => {
    expect(wrongUrl(url)).toEqual([])
  })

  it.each([
    ["several servers, of which some take no writes", "postgresql://a@one,two/db"],
    ["servers to read from", "postgresql://a@one,two/db?target_session_attrs=standby"],
    ["several servers in a parameter", "postgresql:///db?host=one,two&target_session_attrs=read-write"],
    ["TLS that falls back to the clear", "postgresql://a@one/db?sslmode=prefer"],
    ["an authority to be verified, and none named", "postgresql://a@one/db?sslmode=verify-ca"],
  ])("SO-04 may not name %s", (_what, url) => {
    expect(wrongUrl(url)).toEqual(["DATABASE_URL"])
  })
})

describe("settings in development", () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), "config-"))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))
  const load = (env: Env = {}): Config => loadConfig({ DATA_DIR: dataDir, ...env })

  it("have defaults for everything; secrets are made once and kept for their owner only", () => {
    const config = load()
    expect(config).toMatchObject({
      api: { host: "127.0.0.1", port: 3000, baseUrl: null },
      book: { port: 3001, baseUrl: null, enabled: true },
      database: { url: null, migrate: "auto" },
      texts: { sender: "console" },
    })
    expect(load().secrets).toEqual(config.secrets)
    expect(load().botCheck.secret).toBe(config.botCheck.secret)
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600)
  })

  it("MD-04 mark the secrets that they make, and production refuses each", () => {
    const file = join(dataDir, "secrets.json")
    load()
    const made = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>
    expect(Object.keys(made)).toEqual(["SECRET_KEY", "LINK_SECRET", "BOT_CHECK_SECRET"])
    for (const [setting, secret] of Object.entries(made)) {
      expect(secret).toMatch(/^dev:/)
      expect(wrongSettings({ ...PRODUCTION, [setting]: secret })).toEqual([setting])
    }
    const behind = `${PRODUCTION.SECRET_KEY},${made.SECRET_KEY}`
    expect(wrongSettings({ ...PRODUCTION, SECRET_KEY: behind })).toEqual(["SECRET_KEY"])
  })

  it("MD-04 mark the bot check's secret that an earlier release made", () => {
    const file = join(dataDir, "secrets.json")
    const before = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>
    const unmarked = before.BOT_CHECK_SECRET!.replace("dev:", "")
    writeFileSync(file, JSON.stringify({ ...before, BOT_CHECK_SECRET: unmarked }))
    expect(load().botCheck.secret).toBe(before.BOT_CHECK_SECRET)
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it("OP-02 take a bot-check secret that is set to nothing as none", () => {
    expect(load({ BOT_CHECK_SECRET: "" }).botCheck.secret).toBeNull()
    expect(load({ BOT_CHECK: "turnstile" }).botCheck.secret).toBeNull()
  })

  it("take other settings that are set to nothing as not set", () => {
    expect(load({ PORT: "", SECRET_KEY: "", BASE_URL: "" })).toEqual(load())
  })

  it("are frozen through and through", () => {
    const config = load()
    expect(Object.isFrozen(config.api)).toBe(true)
    expect(Object.isFrozen(config.secrets.link)).toBe(true)
  })
})
