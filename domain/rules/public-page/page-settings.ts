/** A company's settings of its page: the sites that embed it, and its logo. */

const mostOrigins = 10
const originPattern =
  /^(https?):\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:[1-9]\d{0,4})?$/
const plainHttpHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"])

/**
 * The sites that may embed a company's pages are exact origins, in the form that browsers write in `frame-ancestors`. Returns
 * a sentence that names the wrong entry of the list; null when all may be saved.
 */
export const embedOriginsProblem = (origins: readonly string[]): string | null =>
  inField("embed_origins", originsProblem(origins))

const inField = (field: string, problem: string | null) => problem && `${field}: ${problem}`

/** The same for any list of websites, without the field's name. */
export function originsProblem(origins: readonly string[]): string | null {
  if (origins.length > mostOrigins) return `expected at most ${mostOrigins} origins`
  for (const [index, origin] of origins.entries()) {
    const problem = originProblem(origin) ?? (origins.indexOf(origin) < index ? "is listed twice" : null)
    if (problem !== null) return `${quoted(origin)} ${problem}`
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

/** The type of an uploaded logo by its bytes: the sender's own claim does not count. */
export interface LogoImage {
  contentType: "image/png" | "image/jpeg" | "image/webp"
  /** In pixels, at least 1. */
  width: number
  height: number
}

/** Null when the bytes are no PNG, JPEG or WebP image, or do not say their size. */
export function logoImageOf(bytes: Uint8Array): LogoImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const image = pngOf(view) ?? jpegOf(view) ?? webpOf(view)
    return image && image.width > 0 && image.height > 0 ? image : null
  } catch (error) {
    // A DataView refuses to read past the end: the image is cut off before its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

const pngMark = 0x89504e470d0a1a0an

/** A PNG's first chunk is its header. */
function pngOf(view: DataView): LogoImage | null {
  if (view.byteLength < 8 || view.getBigUint64(0) !== pngMark || textAt(view, 12) !== "IHDR") return null
  return { contentType: "image/png", width: view.getUint32(16), height: view.getUint32(20) }
}

/** A JPEG is a chain of segments; one of them begins the frame and holds its size. */
function jpegOf(view: DataView): LogoImage | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (beginsFrame(marker)) {
      return { contentType: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    // Any number of fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

/** C0 to CF begin a frame, except for the three that hold tables. */
const beginsFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A WebP's first chunk is lossy, lossless, or the head of an extended file. */
function webpOf(view: DataView): LogoImage | null {
  if (textAt(view, 0) !== "RIFF" || textAt(view, 8) !== "WEBP") return null
  const size = webpSizeOf(view, textAt(view, 12))
  return size && { contentType: "image/webp", width: size[0], height: size[1] }
}

function webpSizeOf(view: DataView, chunk: string): [width: number, height: number] | null {
  const bits14 = 0x3fff
  switch (chunk) {
    case "VP8 ":
      return [view.getUint16(26, true) & bits14, view.getUint16(28, true) & bits14]
    case "VP8L": {
      const packed = view.getUint32(21, true)
      return [(packed & bits14) + 1, ((packed >> 14) & bits14) + 1]
    }
    case "VP8X":
      return [uint24At(view, 24) + 1, uint24At(view, 27) + 1]
    default:
      return null
  }
}

const uint24At = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
