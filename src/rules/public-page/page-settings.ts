/**
 * What a company may set for its pages: the sites that may embed them, as exact origins in the form that browsers write
 * in `frame-ancestors`, and its logo, whose type its first bytes decide.
 */

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

export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const
export type ImageType = (typeof imageTypes)[number]

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegMark = [0xff, 0xd8, 0xff]
const riffMark = [0x52, 0x49, 0x46, 0x46]
const webpMark = [0x57, 0x45, 0x42, 0x50]

/** The sender's own claim of the type does not count. Null when the file is none of these images. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (hasAt(bytes, 0, pngMark)) return "image/png"
  if (hasAt(bytes, 0, jpegMark)) return "image/jpeg"
  if (hasAt(bytes, 0, riffMark) && hasAt(bytes, 8, webpMark)) return "image/webp"
  return null
}

function hasAt(bytes: Uint8Array, offset: number, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[offset + index] === byte)
}
