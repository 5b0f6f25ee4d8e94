import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type Import, type Source as ParsedSource, readSources, root } from "./support/source-files.ts"

/** The capabilities of the service, lowest first: a folder imports those before it, and none after it. Docs: `docs/architecture.md`. */
const order = [
  ["platform"],
  ["outbox"],
  ["company"],
  ["people"],
  ["ledger"],
  ["customers"],
  ["slots"],
  ["messages"],
  ["taking"],
  ["holds", "classes", "files"],
  ["booking"],
  ["requests"],
  ["plans", "waiting", "calendars", "webhooks"],
  ["disruptions"],
  ["board", "reports", "imports", "inbox"],
  ["privacy", "readiness"],
  ["test-companies"],
  ["ways-in"],
  ["host"],
] as const
const capabilities: readonly string[] = order.flat()
const rankOf = (capability: string) => order.findIndex((names) => names.some((name) => name === capability))

/** The imports that every capability of the service may have beside the capabilities below it. */
const everyCapability = ["rules", "csv", "model", "time"]

/**
 * The parts that each part may import, beside itself. A part is a folder of `domain`, a capability of the service or a
 * folder of its host; `console`, `pages`, `ui` and `sdk` are one each. An entry with a slash allows one folder or file of a
 * part.
 */
const table: Record<string, readonly string[]> = {
  time: [],
  units: [],
  messages: [],
  contracts: ["time"],
  // The sentences of agents are messages.
  model: ["messages", "time", "units"],
  rules: ["messages", "model", "csv", "time", "units"],
  csv: [],
  ...Object.fromEntries(
    capabilities.map((capability) => [
      capability,
      [...capabilities.filter((other) => rankOf(other) < rankOf(capability)), ...everyCapability],
    ]),
  ),
  // The address guard, and the reading of calendar files.
  "host/adapters": [
    "platform/ports",
    "platform/spending",
    "platform/fair-line",
    "rules/webhooks",
    "rules/calendars",
    "rules/embedding",
    "rules/mails",
    "rules/planning",
    "model",
    "time",
  ],
  "host/config": ["time"],
  "host/database": ["host/config", "platform", "privacy"],
  "host/demo": [
    ...capabilities.filter((each) => !["ways-in", "host"].includes(each)),
    "rules",
    "model",
    "time",
  ],
  "host/cli": [
    ...capabilities,
    "host/config",
    "host/database",
    "host/demo",
    "host/adapters",
    ...everyCapability,
    "sdk",
  ],
  ui: ["units"],
  sdk: [],
  pages: ["messages", "ui", "contracts", "rules/booking"],
  console: ["messages", "sdk", "ui", "contracts", "csv", "units", "rules/booking"],
}
table["ways-in"] = [...table["ways-in"]!, "contracts"]
table.host = [...table.host!, "host/config", "host/database", "host/demo", "host/adapters", "host/cli"]

/** Parts whose types may be imported where their code may not. */
const typeTable: Record<string, readonly string[]> = {
  csv: ["model"],
  pages: ["model"],
  console: ["model"],
}

/** Imports against the order, each with its reason. The list may only shrink. */
const againstOrder = new Map<string, string>(
  (
    JSON.parse(readFileSync(join(root, "test/against-order.json"), "utf8")) as {
      from: string
      to: string
      why: string
    }[]
  ).map(({ from, to, why }) => [`${from} → ${to}`, why]),
)

/** SQL that other capabilities read too: what all of them work with. The SQL of the others is theirs alone. */
const commonSql = ["platform", "outbox", "ledger", "company", "customers"]

/** Imports of a capability's own SQL by another one: so many are left, and none may come. */
const MOST_FOREIGN_SQL = 28

/** Packages that only these parts may import; those that are not named are free. */
const packageHomes: Record<string, readonly string[]> = {
  pg: ["platform", "host/database"],
  "pg-copy-streams": ["host/database"],
  fastify: ["platform", "ways-in", "host"],
  "@fastify/compress": ["ways-in"],
  "@fastify/static": ["ways-in"],
  "@modelcontextprotocol/server": ["ways-in"],
  "prom-client": ["ways-in"],
  // Browsers get the formatter, and no parser.
  "icu-minify/format": ["messages"],
  "icu-minify/compile": ["messages"],
  pino: ["host/adapters"],
  "openid-client": ["host/adapters"],
  "@opentelemetry/api": ["host/adapters"],
  "@opentelemetry/sdk-trace": ["host/adapters"],
  "@opentelemetry/exporter-trace-otlp-http": ["host/adapters"],
  "@opentelemetry/resources": ["host/adapters"],
  "@xmldom/xmldom": ["host/adapters"],
  "moment-timezone": ["time"],
  preact: ["console", "pages", "ui"],
  "preact-render-to-string": ["pages"],
  "libphonenumber-js": ["model", "rules"],
  zod: ["model", ...capabilities, "host/cli"],
}

const pure = ["time", "contracts", "model", "rules", "csv"]
const given = [...pure, ...capabilities.filter((each) => !["ways-in", "host"].includes(each))]

const pureBans = {
  "local Date getter": /\.[gs]et(Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)\(/,
  // A format that names its zone takes none of the machine's.
  "zone of the machine": /\.toLocale(Date|Time)?String\(|DateTimeFormat\((?![^)]*\btimeZone:)/,
  "the outside": /"node:(fs|http|https|tls|dgram|child_process|dns|os|timers)(\/promises)?"/,
  socket: /new Socket\(|createConnection\(|createServer\(/,
}
const clockBans = { "clock of its own": /Date\.now|new Date\(\)|Temporal\.Now/ }
const chanceBans = {
  "randomness of its own": /Math\.random|randomUUID|import \{[^}]*\brandom(Bytes|Int|FillSync)\b/,
}

interface Source extends ParsedSource {
  part: string
}

const hostFolders = ["adapters", "config", "database", "demo", "cli"]

function partOf(path: string): string {
  const [top = "", second = "", third = ""] = path.split("/")
  if (top === "service" && second === "host" && hostFolders.includes(third)) return `host/${third}`
  return top === "domain" || top === "service" ? second : top
}

const rooms = ["domain", "service", "console", "pages", "ui", "sdk/src"]
const browserRooms = ["console", "pages", "ui", "sdk"]

const sources: Source[] = readSources(rooms).map((source) => ({ ...source, part: partOf(source.path) }))

const isLocal = (path: string) => rooms.some((room) => path.startsWith(`${room}/`))

const isIn = (entry: string, path: string) => {
  const within = path.split("/").slice(1).join("/")
  return partOf(path) === entry || within.startsWith(`${entry}/`) || within === `${entry}.ts`
}

function mayImport({ path, part }: Source, { from, isTypeOnly }: Import): boolean {
  const types = isTypeOnly ? (typeTable[part] ?? []) : []
  if (againstOrder.has(`${path} → ${from}`)) return true
  return [part, ...(table[part] ?? []), ...types].some((entry) => isIn(entry, from))
}

it("HO-01 imports follow the table", () => {
  const wrong = sources.flatMap((source) =>
    source.imports
      .filter((each) => isLocal(each.from) && !mayImport(source, each))
      .map(({ from }) => `${source.path} → ${from}`),
  )
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(1_000)
  expect(wrong).toEqual([])
})

it("HS-02 capabilities import downwards only, but for a list that may only shrink", () => {
  expect([...new Set(sources.map(({ part }) => part))].filter((part) => !(part in table))).toEqual([])
  expect(againstOrder.size).toBeLessThanOrEqual(19)
  const present = new Set(
    sources.flatMap(({ path, imports }) => imports.map(({ from }) => `${path} → ${from}`)),
  )
  expect([...againstOrder.keys()].filter((each) => !present.has(each))).toEqual([])
  expect([...againstOrder.values()].filter((why) => why.length < 20)).toEqual([])
})

it("HS-02 a capability's SQL is its own, but for what all of them work with", () => {
  const ofCapability = (path: string) => path.split("/")[1]!
  const foreign = sources
    .filter(({ path }) => path.startsWith("service/"))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => from.startsWith("service/") && from.endsWith(".sql.ts"))
        .filter(({ from }) => ![ofCapability(path), ...commonSql].includes(ofCapability(from)))
        .map(({ from }) => `${path} → ${from}`),
    )
  expect(foreign.length).toBeLessThanOrEqual(MOST_FOREIGN_SQL)
})

/** The first word of a deed's file. */
const verbs = new Set(
  `add announce answer append apply ask attempt book cancel change close compose confirm count create decline delete end erase explain export find give go hold import join judge keep lease lengthen list load locate lock make move narrow note notice offer open pin plan preview propose prove provide put queue reach read record refuse register remove reopen request reschedule reset review rewrite rotate search send set show sign sum swap take tell undo update wait watch work write`.split(
    " ",
  ),
)

/** Files of capabilities that are named by a noun: most are nouns with short verbs, or what several deeds share. It may only shrink. */
const MOST_NOUNS = 100

it("HS-01 a capability has files of verbs, of SQL, of workers and of tests, and named nouns that may only become fewer", () => {
  const shared = ["platform", "ways-in", "host"]
  const files = sources
    .filter(
      ({ path, part }) =>
        path.startsWith("service/") && capabilities.includes(part) && !shared.includes(part),
    )
    .map(({ path }) => path.split("/").slice(2))
  expect(files.filter((names) => names.length > 1)).toEqual([])
  const nouns = files
    .map(([name]) => name!)
    .filter((name) => !/\.(sql|worker|model)\.ts$|^(routes|writes)\.ts$/.test(name))
    .filter((name) => !verbs.has(name.replace(/\.ts$/, "").split("-")[0]!))
  expect(nouns.length).toBeLessThanOrEqual(MOST_NOUNS)
})

it("HS-01 files of SQL know SQL, the platform and plain types", () => {
  const wrong = sources
    .filter(({ path }) => path.endsWith(".sql.ts"))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => isLocal(from) && !from.endsWith(".sql.ts"))
        .filter(({ from }) => !["platform", "model", "time"].includes(partOf(from)))
        .map(({ from }) => `${path} → ${from}`),
    )
  expect(wrong).toEqual([])
})

/** Modules for one interface only are composed of the operations that all interfaces share. */
const composers =
  /^service\/(ways-in\/|waiting\/(answer-offer|change-by-link|give-to-next|join|open-link)\.ts)/

it("no operation calls another one, but for those that are made for one interface", () => {
  const operations = sources.filter(
    ({ part, program }) => capabilities.includes(part) && definesOperation(program),
  )
  expect(operations.length).toBeGreaterThan(20)
  const paths = new Set(operations.map(({ path }) => path))
  const calls = sources
    .filter(({ part, path }) => capabilities.includes(part) && paths.has(path) && !composers.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from, isTypeOnly }) => !isTypeOnly && paths.has(from))
        .map(({ from }) => `${path} → ${from}`),
    )
  expect(calls).toEqual([])
})

/** True where the module exports a constant made by `operation`, `listOperation` or `openOperation`, or of their shape. */
function definesOperation({ body }: Source["program"]): boolean {
  const constants = body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "VariableDeclaration"
      ? statement.declaration.declarations
      : [],
  )
  return constants.some(({ init }) =>
    init?.type === "CallExpression"
      ? init.callee.type === "Identifier" && /^(list|open)?[oO]peration$/.test(init.callee.name)
      : init?.type === "TSSatisfiesExpression",
  )
}

it("the server reads no .tsx, which Node does not run", () => {
  const read = sources.filter(({ part }) => part === "ways-in").flatMap(({ imports }) => imports)
  expect(read.filter(({ from, isTypeOnly }) => !isTypeOnly && from.endsWith(".tsx"))).toEqual([])
})

it("HO-01 there are no cycles", () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "))
    if (done.has(path) || trail.includes(path)) return
    for (const { from } of byPath.get(path)?.imports ?? []) if (isLocal(from)) visit(from, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  expect(cycles).toEqual([])
})

it("packages stay where they belong", () => {
  const wrong = sources.flatMap(({ path, part, imports }) =>
    imports
      .filter(({ from }) => !(packageHomes[packageOf(from)] ?? [part]).includes(part))
      .map(({ from }) => `${path} → ${from}`),
  )
  expect(wrong).toEqual([])
})

const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")

function breaches(parts: readonly string[], bans: Record<string, RegExp>): string[] {
  return sources
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ path, code }) =>
      Object.entries(bans).flatMap(([what, ban]) => (ban.test(code) ? [`${path}: ${what}`] : [])),
    )
}

it("pure layers know no outside, no machine's zone, and nothing but what they are given", () => {
  expect(breaches(pure, pureBans)).toEqual([])
  expect(breaches(given, chanceBans)).toEqual([])
  expect(breaches([...given, "ways-in"], clockBans)).toEqual([])
})

/**
 * The modules that ask the outside by themselves: the one client, the webhooks' own, and the commands that people run
 * against a service.
 */
const outboundHomes = [
  "service/host/adapters/outbound/",
  "service/host/adapters/webhooks/",
  "service/host/cli/agent/",
  "service/host/cli/developer/",
]

it("TR-55 the outside is asked through the one guarded client", () => {
  const asks =
    /(?<![.\w])fetch\(|import \{[^}]*\b(request|get|Agent|connect)\b[^}]*\} from "node:(https?|net|tls|http2)"|"undici"/
  const askers = sources.filter(
    ({ path, part, code }) =>
      !browserRooms.includes(part) && !outboundHomes.some((home) => path.startsWith(home)) && asks.test(code),
  )
  expect(askers.map(({ path }) => path)).toEqual([])
})

it("HO-08 the linter refuses functions over 80 lines and components over 120, in every room", () => {
  const { overrides } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as {
    overrides: { includes: string[]; linter: { rules: { complexity?: Record<string, unknown> } } }[]
  }
  const limits = overrides.flatMap(({ includes, linter: { rules } }) => {
    const rule = rules.complexity?.noExcessiveLinesPerFunction
    return rule === undefined ? [] : [{ includes, rule }]
  })
  expect(limits).toEqual([
    {
      includes: ["{domain,service,pages,ui,sdk,console,bin}/**/*.{ts,js}", "!**/*.test.ts"],
      rule: { level: "error", options: { maxLines: 80 } },
    },
    { includes: ["{pages,ui,console}/**/*.tsx"], rule: { level: "error", options: { maxLines: 120 } } },
  ])
})

it("settings are read in one place", () => {
  const readers = sources.filter(
    ({ part, code }) => !browserRooms.includes(part) && code.includes("process.env"),
  )
  expect(readers.map(({ path }) => path)).toEqual(["service/host/config/env.ts"])
})

it("modules that tests share ask for nothing when they are loaded, which happens once for many test files", () => {
  const hooks = new Set(["beforeAll", "afterAll", "beforeEach", "afterEach"])
  const asking = readSources(["test"])
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .filter(({ program }) =>
      program.body.some(
        (statement) =>
          statement.type === "ExpressionStatement" &&
          statement.expression.type === "CallExpression" &&
          statement.expression.callee.type === "Identifier" &&
          hooks.has(statement.expression.callee.name),
      ),
    )
  expect(asking.map(({ path }) => path)).toEqual([])
})

const everyOpening = (file: string): string[] =>
  ["booking-link", "public-page", "waiting-link"].map((opening) => `pages/customer/${opening}/${file}`)

/** Modules that do for several users what these do alike. */
const sharedModules: readonly (readonly [module: string, users: readonly string[]])[] = [
  ["service/taking/take-time.ts", ["service/booking/book.ts", "service/booking/reschedule.ts"]],
  [
    "service/ledger/schedules.sql.ts",
    ["service/slots/load-search.ts", "service/ledger/explained-schedules.sql.ts"],
  ],
  ["console/parts/pointer-drag.ts", ["console/board/use-drag.ts", "console/parts/use-week-drag.ts"]],
  ["console/parts/spans.ts", ["console/board/columns.ts", "console/parts/week-stretches.ts"]],
  ["pages/shared/api.ts", ["pages/customer/booking-link/client.ts", "pages/customer/public-page/client.ts"]],
  ["pages/shared/kept.ts", ["pages/customer/booking-link/kept.ts", "pages/customer/public-page/kept.ts"]],
  ["pages/customer/opening.tsx", everyOpening("app.tsx")],
  ["pages/customer/given-answers.ts", everyOpening("state.ts")],
  [
    "pages/customer/use-times.ts",
    ["pages/customer/booking-link/use-booking-link.ts", "pages/customer/public-page/use-public-page.ts"],
  ],
]

it("HO-05 HS-07 booking and moving, explaining and searching, the console's two grids, the customers' three openings share what they do alike", () => {
  const importedBy = new Map(
    sources.map(({ path, imports }) => [path, new Set(imports.map(({ from }) => from))]),
  )
  const apart = sharedModules.flatMap(([module, users]) =>
    users.filter((user) => !importedBy.get(user)?.has(module)).map((user) => `${user} → ${module}`),
  )
  expect(apart).toEqual([])
})

it("HO-05 no twenty lines of code stand in two modules", () => {
  const length = 20
  const firstIn = new Map<string, string>()
  const twice = new Set<string>()
  for (const { path, code } of sources.filter(({ path }) => !path.includes("generated"))) {
    const lines = code
      .replace(/^import [^;]*?from ".*"$/gm, "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
    for (let at = 0; at + length <= lines.length; at += 1) {
      const text = lines.slice(at, at + length).join("\n")
      const first = firstIn.get(text) ?? path
      firstIn.set(text, first)
      if (first !== path) twice.add(`${first}, ${path}`)
    }
  }
  expect([...twice]).toEqual([])
})
