import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type Import, type Source as ParsedSource, readSources, root } from "./support/source-files.ts"

/**
 * Which layers each layer may import, beside itself. A layer is a folder or a file of `domain` or `service`; `console`,
 * `pages`, `ui` and `sdk` are one each. An entry with a slash allows one folder of a layer.
 */
const table: Record<string, readonly string[]> = {
  time: [],
  units: [],
  messages: [],
  contracts: ["time"],
  model: ["time", "units"],
  rules: ["messages", "model", "csv", "time", "units"],
  ports: ["model", "time"],
  trace: [],
  // What a question is estimated to take.
  spending: ["rules/cost"],
  "fair-line": ["model"],
  store: ["spending", "model", "time"],
  context: ["operations", "store", "ports", "model"],
  "operations/shared": ["store", "trace", "rules", "ports", "model", "time"],
  operations: ["operations/shared", "context", "rules", "spending", "store", "ports", "model", "csv", "time"],
  csv: [],
  http: [
    "operations",
    "context",
    "csv",
    "fair-line",
    "ports",
    "trace",
    "spending",
    "contracts",
    "model",
    "time",
  ],
  worker: ["operations", "operations/shared", "context", "rules", "store", "ports", "model", "time"],
  // The address guard, and what threads read: calendar files and mails.
  adapters: [
    "ports",
    "spending",
    "fair-line",
    "rules/webhooks",
    "rules/calendars",
    "rules/mails",
    "rules/planning",
    "model",
    "time",
  ],
  config: ["time"],
  database: ["config", "store", "ports"],
  demo: ["operations", "operations/shared", "context", "rules", "store", "ports", "model", "time"],
  compose: ["context", "adapters", "config", "database", "operations", "worker", "store", "ports", "model"],
  drain: ["config", "ports"],
  app: ["context", "compose", "config", "database", "drain", "adapters", "http", "worker"],
  cli: [
    "app",
    "compose",
    "context",
    "config",
    "database",
    "demo",
    "adapters",
    "csv",
    "http",
    "operations",
    "store",
    "ports",
    "model",
    "time",
    "sdk",
  ],
  main: ["cli", "config", "model", "time"],
  ui: ["units"],
  sdk: [],
  pages: ["messages", "ui", "contracts", "rules/booking"],
  console: ["messages", "sdk", "ui", "contracts", "csv", "units", "rules/booking"],
}

/** Layers whose types may be imported where their code may not. */
const typeTable: Record<string, readonly string[]> = {
  csv: ["model"],
  pages: ["model"],
  console: ["model"],
}

/** Where an interface reads more than operations, and why: docs/decisions/0004-what-a-interface-may-import.md. */
const exceptions: Record<string, readonly string[]> = {
  "service/http/health/": ["store"],
  "service/http/errors.ts": ["store"],
  "service/http/customer-host/": ["store", "rules"],
  "service/http/booking-link/": ["rules"],
  "service/http/encode-slots.ts": ["rules"],
}

/** Packages that only these layers may import; those that are not named are free. */
const packageHomes: Record<string, readonly string[]> = {
  pg: ["store", "database"],
  "pg-copy-streams": ["database"],
  fastify: ["http", "app", "drain"],
  "@fastify/compress": ["http"],
  "@fastify/static": ["http"],
  "@modelcontextprotocol/server": ["http"],
  "prom-client": ["http"],
  // Browsers get the formatter, and no parser.
  "icu-minify/format": ["messages"],
  "icu-minify/compile": ["messages"],
  pino: ["adapters"],
  "openid-client": ["adapters"],
  "@opentelemetry/api": ["adapters"],
  "@opentelemetry/sdk-trace": ["adapters"],
  "@opentelemetry/exporter-trace-otlp-http": ["adapters"],
  "@opentelemetry/resources": ["adapters"],
  "@xmldom/xmldom": ["adapters"],
  "moment-timezone": ["time"],
  preact: ["console", "pages", "ui"],
  "preact-render-to-string": ["pages"],
  "libphonenumber-js": ["model", "rules"],
  zod: ["model", "operations", "http", "cli"],
}

const pure = ["time", "contracts", "model", "rules", "csv"]
const given = [...pure, "operations/shared", "operations", "store", "worker"]

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
  layer: string
}

function layerOf(path: string): string {
  const [top = "", second = ""] = path.split("/")
  if (path.startsWith("service/operations/shared/")) return "operations/shared"
  return top === "domain" || top === "service" ? second.replace(/\.ts$/, "") : top
}

const rooms = ["domain", "service", "console", "pages", "ui", "sdk/src"]
const browserRooms = ["console", "pages", "ui", "sdk"]

const sources: Source[] = readSources(rooms).map((source) => ({
  ...source,
  layer: layerOf(source.path),
}))

const isLocal = (path: string) => rooms.some((room) => path.startsWith(`${room}/`))

const isIn = (entry: string, path: string) =>
  layerOf(path) === entry ||
  (entry.includes("/") && path.split("/").slice(1).join("/").startsWith(`${entry}/`))

function mayImport({ path, layer }: Source, { from, isTypeOnly }: Import): boolean {
  const own = Object.entries(exceptions).flatMap(([prefix, more]) => (path.startsWith(prefix) ? more : []))
  const types = isTypeOnly ? (typeTable[layer] ?? []) : []
  return [layer, ...(table[layer] ?? []), ...own, ...types].some((entry) => isIn(entry, from))
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

it("every layer is in the table, and every exception is still needed", () => {
  expect([...new Set(sources.map(({ layer }) => layer))].filter((layer) => !(layer in table))).toEqual([])
  const present = Object.keys(exceptions).filter((prefix) =>
    sources.some(({ path }) => path.startsWith(prefix)),
  )
  const idle = present.filter((prefix) => {
    const files = sources.filter(({ path }) => path.startsWith(prefix))
    return !exceptions[prefix]!.every((layer) =>
      files.some(({ imports }) => imports.some(({ from }) => isLocal(from) && layerOf(from) === layer)),
    )
  })
  expect(idle).toEqual([])
})

/** What is made for one interface only is composed of the operations that all interfaces share. */
const composers = /^service\/operations\/(agent|public-page|waiting-link)\//

it("no operation calls another one, but for those that are made for one interface", () => {
  const operations = sources.filter(
    ({ layer, program }) => layer === "operations" && definesOperation(program),
  )
  expect(operations.length).toBeGreaterThan(20)
  const paths = new Set(operations.map(({ path }) => path))
  const calls = sources
    .filter(({ layer, path }) => layer === "operations" && !composers.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from, isTypeOnly }) => !isTypeOnly && paths.has(from))
        .map(({ from }) => `${path} → ${from}`),
    )
  expect(calls).toEqual([])
})

/** Whether the module exports a constant made by `operation`, `listOperation` or `openOperation`, or of their shape. */
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
  const read = sources.filter(({ layer }) => layer === "http").flatMap(({ imports }) => imports)
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
  const wrong = sources.flatMap(({ path, layer, imports }) =>
    imports
      .filter(({ from }) => !(packageHomes[packageOf(from)] ?? [layer]).includes(layer))
      .map(({ from }) => `${path} → ${from}`),
  )
  expect(wrong).toEqual([])
})

const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")

function breaches(layers: readonly string[], bans: Record<string, RegExp>): string[] {
  return sources
    .filter(({ layer }) => layers.includes(layer))
    .flatMap(({ path, code }) =>
      Object.entries(bans).flatMap(([what, ban]) => (ban.test(code) ? [`${path}: ${what}`] : [])),
    )
}

it("pure layers know no outside, no machine's zone, and nothing but what they are given", () => {
  expect(breaches(pure, pureBans)).toEqual([])
  expect(breaches(given, chanceBans)).toEqual([])
  expect(breaches([...given, "http"], clockBans)).toEqual([])
})

/** What asks the outside by itself: the one client, the webhooks' own, and the commands that people run against a service. */
const outboundHomes = [
  "service/adapters/outbound/",
  "service/adapters/webhooks/",
  "service/cli/agent/",
  "service/cli/developer/",
]

it("TR-55 the outside is asked through the one guarded client", () => {
  const asks =
    /(?<![.\w])fetch\(|import \{[^}]*\b(request|get|Agent|connect)\b[^}]*\} from "node:(https?|net|tls|http2)"|"undici"/
  const askers = sources.filter(
    ({ path, layer, code }) =>
      !browserRooms.includes(layer) &&
      !outboundHomes.some((home) => path.startsWith(home)) &&
      asks.test(code),
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
    ({ layer, code }) => !browserRooms.includes(layer) && code.includes("process.env"),
  )
  expect(readers.map(({ path }) => path)).toEqual(["service/config/env.ts"])
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

/** What several do alike, and the one module that does it for them. */
const toldOnce: readonly (readonly [module: string, users: readonly string[]])[] = [
  [
    "service/operations/appointments/attempt.ts",
    ["service/operations/appointments/book.ts", "service/operations/appointments/reschedule.ts"],
  ],
  [
    "service/store/schedules.ts",
    ["service/operations/slots/load-search.ts", "service/store/explained-schedules.ts"],
  ],
  ["console/parts/pointer-drag.ts", ["console/board/use-drag.ts", "console/parts/use-week-drag.ts"]],
  ["console/parts/spans.ts", ["console/board/columns.ts", "console/parts/week-stretches.ts"]],
  ["pages/shared/api.ts", ["pages/booking-link/client.ts", "pages/public-page/client.ts"]],
  ["pages/shared/kept.ts", ["pages/booking-link/kept.ts", "pages/public-page/kept.ts"]],
  ["pages/shared/page.tsx", ["pages/booking-link/app.tsx", "pages/public-page/app.tsx"]],
]

it("HO-05 booking and moving, explaining and searching, the console's two grids, the two pages share what they do alike", () => {
  const importedBy = new Map(
    sources.map(({ path, imports }) => [path, new Set(imports.map(({ from }) => from))]),
  )
  const apart = toldOnce.flatMap(([module, users]) =>
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
