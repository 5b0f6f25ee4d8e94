/**
 * Judges that a website's Content-Security-Policy lets a script and a frame through, as CSP Level 3 says. Several policies, by
 * header or meta tag, hold together: each has to allow it.
 */

export interface Policy {
  from: "header" | "meta"
  /** By name in lower case. */
  directives: ReadonlyMap<string, readonly string[]>
}

/** The resource that the website's page is to load. */
export interface Wanted {
  kind: "script" | "frame"
  url: URL
  /** The page that loads it. */
  by: URL
  /** The nonce of the script's tag; null without one, and before the tag is there. */
  nonce: string | null
}

export interface Obstacle {
  reason: "not_in_policy" | "nonce_needed" | "sandboxed"
  from: Policy["from"]
  /** The directive that decides, as it was sent. */
  directive: string
  /** The directive as it should be; null when no further source would help. */
  suggestion: string | null
}

/** The policies of a header's value, which may hold several with commas between, or of a meta tag's content. */
export function policiesOf(text: string, from: Policy["from"]): Policy[] {
  return text
    .split(",")
    .map((one) => ({ from, directives: directivesOf(one) }))
    .filter(({ directives }) => directives.size > 0)
}

/** The first of a name counts. */
function directivesOf(policy: string): Map<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>()
  for (const part of policy.split(";")) {
    const [name, ...values] = part.split(/[\t\n\f\r ]+/).filter((word) => word !== "")
    const lower = name?.toLowerCase()
    if (lower !== undefined && !directives.has(lower)) directives.set(lower, values)
  }
  return directives
}

/** The first thing that keeps it from loading; null when all policies let it through. */
export function obstacleTo(wanted: Wanted, policies: readonly Policy[]): Obstacle | null {
  for (const policy of policies) {
    const obstacle = sandboxOf(wanted, policy) ?? refusalBy(wanted, policy)
    if (obstacle !== null) return obstacle
  }
  return null
}

/** A sandbox in a meta tag has no effect. */
function sandboxOf({ kind }: Wanted, { from, directives }: Policy): Obstacle | null {
  const flags = directives.get("sandbox")
  if (kind !== "script" || from !== "header" || !flags || flags.includes("allow-scripts")) return null
  const suggestion = written("sandbox", [...flags, "allow-scripts"])
  return { reason: "sandboxed", from, directive: written("sandbox", flags), suggestion }
}

/** The directives that decide, the first that is there. */
const deciding = {
  script: ["script-src-elem", "script-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
} as const
/** The directive to write where a more general one decides. */
const own = { script: "script-src", frame: "frame-src" } as const

function refusalBy(wanted: Wanted, { from, directives }: Policy): Obstacle | null {
  const { kind, url } = wanted
  const name = deciding[kind].find((each) => directives.has(each))
  const sources = name && directives.get(name)
  if (!sources || allows(sources, wanted)) return null
  const directive = written(name, sources)
  if (kind === "script" && has(sources, "'strict-dynamic'")) {
    return { reason: "nonce_needed", from, directive, suggestion: null }
  }
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'")
  const target = name === "default-src" || name === "child-src" ? own[kind] : name
  return { reason: "not_in_policy", from, directive, suggestion: written(target, [...kept, url.origin]) }
}

const written = (name: string, values: readonly string[]) => [name, ...values].join(" ")

const has = (sources: readonly string[], keyword: string) =>
  sources.some((source) => source.toLowerCase() === keyword)

function allows(sources: readonly string[], { kind, url, by, nonce }: Wanted): boolean {
  if (kind === "script") {
    if (nonce !== null && nonce !== "" && sources.some((source) => nonceOf(source) === nonce)) return true
    // With it, only a nonce or a script that is trusted already lets a script in.
    if (has(sources, "'strict-dynamic'")) return false
  }
  return sources.some((source) => isMatch(source, url, by))
}

const nonceOf = (source: string) => /^'nonce-([A-Za-z0-9+/_=-]+)'$/i.exec(source)?.[1]

const schemeSource = /^([a-z][a-z0-9+.-]*):$/i
const hostSource =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\d+|\*))?(\/.*)?$/i

function isMatch(source: string, url: URL, by: URL): boolean {
  if (source === "*") return isNetwork(url.protocol) || url.protocol === by.protocol
  const scheme = schemeSource.exec(source)?.[1]
  if (scheme !== undefined) return isSchemeMatch(`${scheme.toLowerCase()}:`, url.protocol)
  if (source.toLowerCase() === "'self'") {
    return (
      url.hostname === by.hostname && portOf(url) === portOf(by) && isSchemeMatch(by.protocol, url.protocol)
    )
  }
  const match = hostSource.exec(source)
  if (!match) return false
  const [, ownScheme, host = "", port, path] = match
  return (
    isSchemeMatch(ownScheme === undefined ? by.protocol : `${ownScheme.toLowerCase()}:`, url.protocol) &&
    isHostMatch(host.toLowerCase(), url.hostname) &&
    isPortMatch(port, url) &&
    isPathMatch(path, url.pathname)
  )
}

const isNetwork = (protocol: string) => ["http:", "https:", "ws:", "wss:"].includes(protocol)
/** A policy that allows http allows https too. */
const isSchemeMatch = (allowed: string, asked: string) =>
  allowed === asked || (allowed === "http:" && asked === "https:")

function isHostMatch(pattern: string, host: string): boolean {
  if (pattern === "*") return true
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }
const portOf = ({ port, protocol }: URL) => (port === "" ? (defaultPorts[protocol] ?? "") : port)

function isPortMatch(port: string | undefined, url: URL): boolean {
  if (port === "*") return true
  if (port === undefined) return url.port === ""
  return port === portOf(url) || (port === "80" && portOf(url) === "443")
}

function isPathMatch(path: string | undefined, asked: string): boolean {
  if (path === undefined || path === "/") return true
  return path.endsWith("/") ? asked.startsWith(path) : asked === path
}
