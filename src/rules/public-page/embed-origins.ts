/** The sites that may embed a company's pages: exact origins, in the form that browsers write in `frame-ancestors`. */

const mostOrigins = 10
const originPattern =
  /^(https?):\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:[1-9]\d{0,4})?$/
const plainHttpHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"])

/** A sentence that names the wrong entry of the list; null when all may be saved. */
export function embedOriginsProblem(origins: readonly string[]): string | null {
  if (origins.length > mostOrigins) return `embed_origins: expected at most ${mostOrigins} origins`
  for (const [index, origin] of origins.entries()) {
    const problem = originProblem(origin) ?? (origins.indexOf(origin) < index ? "is listed twice" : null)
    if (problem !== null) return `embed_origins: ${quoted(origin)} ${problem}`
  }
  return null
}

function originProblem(origin: string): string | null {
  const match = originPattern.exec(origin)
  if (!match || origin.length > 300 || !isWrittenAsBrowsersDo(origin)) {
    return "is not an exact origin, as https://www.example.com: lowercase, no path, no slash, no wildcard, a port only when it is not the default"
  }
  if (match[1] === "http" && !plainHttpHosts.has(match[2]!)) return "has to begin with https://"
  return null
}

function isWrittenAsBrowsersDo(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === origin
}

/** Cut to a length that a message can hold, with control characters escaped. */
function quoted(origin: string): string {
  return JSON.stringify(origin.length > 100 ? `${origin.slice(0, 100)}…` : origin)
}
