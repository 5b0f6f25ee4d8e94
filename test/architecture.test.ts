import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, relative } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** Which layers each layer may import, beside itself. A layer is a folder or a file of `src`, and `web` is one. */
const table: Record<string, readonly string[]> = {
  time: [],
  model: ["time"],
  rules: ["model", "time"],
  ports: ["model", "time"],
  store: ["model", "time"],
  context: ["operations", "store", "ports", "model"],
  "operations/shared": ["store", "rules", "ports", "model", "time"],
  operations: ["operations/shared", "context", "rules", "store", "ports", "model", "time"],
  http: ["operations", "context", "ports", "model", "time", "web"],
  worker: ["operations", "operations/shared", "context", "rules", "store", "ports", "model", "time"],
  adapters: ["ports", "rules", "model", "time"],
  config: ["time"],
  database: ["config", "store", "ports"],
  demo: ["operations", "operations/shared", "context", "rules", "store", "ports", "model", "time"],
  outside: ["adapters", "config", "ports"],
  "create-context": ["context", "adapters", "operations", "store", "ports", "model"],
  app: [
    "context",
    "create-context",
    "outside",
    "config",
    "database",
    "adapters",
    "http",
    "worker",
    "operations",
    "store",
    "ports",
    "model",
  ],
  cli: [
    "app",
    "context",
    "outside",
    "config",
    "database",
    "demo",
    "adapters",
    "http",
    "operations",
    "store",
    "ports",
    "model",
  ],
  main: ["cli", "config", "model"],
  web: [],
}

/** Where a door reads more than operations, and why: docs/decisions/0004-what-a-door-may-import.md. */
const exceptions: Record<string, readonly string[]> = {
  "src/http/health/": ["store"],
  "src/http/errors.ts": ["store"],
  "src/http/customer-host/": ["store", "rules"],
  "src/http/booking-link/": ["rules"],
  "src/http/company-api/encode-slots.ts": ["rules"],
}

/** Packages that only these layers may import; those that are not named are free. */
const packageHomes: Record<string, readonly string[]> = {
  pg: ["store", "database"],
  "pg-copy-streams": ["database"],
  fastify: ["http", "app"],
  "@fastify/compress": ["http"],
  "@fastify/static": ["http"],
  "@modelcontextprotocol/server": ["http"],
  "prom-client": ["http"],
  pino: ["adapters"],
  "@xmldom/xmldom": ["adapters"],
  preact: ["web"],
  "libphonenumber-js": ["model", "rules"],
  zod: ["model", "operations", "http", "cli"],
}

const pure = ["time", "model", "rules"]
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

interface Source {
  path: string
  layer: string
  /** Without comments. */
  text: string
  /** Paths from the root, and names of packages. */
  imports: readonly string[]
}

const importPattern = /(?:^|\n)\s*(?:import|export)\b[^;"']*?\bfrom\s+"([^"]+)"|\bimport\(?\s*"([^"]+)"/g

function layerOf(path: string): string {
  const [top = "", second = ""] = path.split("/")
  if (path.startsWith("src/operations/shared/")) return "operations/shared"
  return top === "src" ? second.replace(/\.ts$/, "") : top
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
  const imports = [...text.matchAll(importPattern)].map(([, from, bare]) => {
    const name = from ?? bare!
    return name.startsWith(".") ? relative(root, normalize(join(root, dirname(path), name))) : name
  })
  return { path, layer: layerOf(path), text, imports }
}

const sources = ["src", "web"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/^web\/(dist|vite)/.test(path))
  .map(readSource)

const isLocal = (name: string) => name.startsWith("src/") || name.startsWith("web/")

it("imports follow the table", () => {
  const wrong = sources.flatMap(({ path, layer, imports }) => {
    const own = Object.entries(exceptions).flatMap(([prefix, more]) => (path.startsWith(prefix) ? more : []))
    const allowed = [layer, ...(table[layer] ?? []), ...own]
    return imports
      .filter((name) => isLocal(name) && !allowed.includes(layerOf(name)))
      .map((name) => `${path} → ${name}`)
  })
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
      files.some(({ imports }) => imports.some((name) => isLocal(name) && layerOf(name) === layer)),
    )
  })
  expect(idle).toEqual([])
})

/** What is made for one interface only is composed of the operations that all interfaces share. */
const composers = /^src\/operations\/(agent|public-page|booking-link)\//

it("no operation calls another one, but for those that are made for one interface", () => {
  const isOperation = ({ text }: Source) =>
    /= (list|open)?[oO]peration\(\{|satisfies Omit<AnyOperation/.test(text)
  const operations = sources.filter((source) => source.layer === "operations" && isOperation(source))
  expect(operations.length).toBeGreaterThan(30)
  const names = new Set(operations.map(({ path }) => path))
  const calls = sources
    .filter(({ layer, path }) => layer === "operations" && !composers.test(path))
    .flatMap(({ path, imports }) =>
      imports.filter((name) => names.has(name)).map((name) => `${path} → ${name}`),
    )
  expect(calls).toEqual([])
})

it("the server reads no .tsx, which Node does not run", () => {
  const read = sources.filter(({ layer }) => layer === "http").flatMap(({ imports }) => imports)
  expect(read.filter((name) => name.endsWith(".tsx"))).toEqual([])
})

it("there are no cycles", () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "))
    if (done.has(path) || trail.includes(path)) return
    for (const name of byPath.get(path)?.imports ?? []) if (isLocal(name)) visit(name, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  expect(cycles).toEqual([])
})

it("packages stay where they belong", () => {
  const wrong = sources.flatMap(({ path, layer, imports }) =>
    imports
      .filter((name) => !(packageHomes[packageOf(name)] ?? [layer]).includes(layer))
      .map((name) => `${path} → ${name}`),
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
    .flatMap(({ path, text }) =>
      Object.entries(bans).flatMap(([what, ban]) => (ban.test(text) ? [`${path}: ${what}`] : [])),
    )
}

it("pure layers know no outside, no machine's zone, and nothing but what they are given", () => {
  expect(breaches(pure, pureBans)).toEqual([])
  expect(breaches(given, chanceBans)).toEqual([])
  expect(breaches([...given, "http"], clockBans)).toEqual([])
})

it("settings are read in one place", () => {
  const readers = sources.filter(({ layer, text }) => layer !== "web" && text.includes("process.env"))
  expect(readers.map(({ path }) => path)).toEqual(["src/config/env.ts"])
})
