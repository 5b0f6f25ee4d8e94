/**
 * Bytes that no HTTP library would send: spelled targets, headers that contradict each other, bodies that are cut, chunks that
 * lie about their length, several requests in one write. They are judged by the rules that hold for all bytes: no answer of
 * 500 or above, no limit passed, and every connection ended in time.
 */
import type { Dice } from "../../service/host/demo/dice.ts"

export interface RawTarget {
  path: string
  method: string
  body: string | null
}

export interface RawStream {
  bytes: Buffer
  /** True where the client ends its side after the bytes, instead of waiting for the server. */
  halfCloses: boolean
}

const methods = ["GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "PRI"]
const oddMethods = ["get", "G ET", "CONNECT", "", "\u0000", "POST\tPOST", "M-SEARCH", "X".repeat(300)]
const versions = ["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "", "HTTP/\u0000"]

/** Headers that break servers, each a whole line. */
const oddHeaders = [
  "transfer-encoding: chunked",
  "Transfer-Encoding : chunked",
  "transfer-encoding: gzip, chunked",
  "transfer-encoding: chunked, identity",
  "transfer-encoding:\u000bchunked",
  "content-length: 5, 5",
  "content-length: -1",
  "content-length: +4",
  "content-length: 1e3",
  "content-length: 99999999999999999999",
  "content-length: 4000",
  "content-length:",
  "content-encoding: gzip",
  "content-encoding: br, br",
  "content-encoding: \u00e9",
  "content-type: application/json; charset=utf-7",
  "content-type: application/json, text/plain",
  "content-type: multipart/form-data",
  "accept-encoding: *;q=0",
  "accept-encoding: br;q=x, gzip;;",
  "accept-encoding: ,,,",
  "accept: \u0001",
  "accept-language: *;q=9, \u00e9, xx-".padEnd(3_000, "y"),
  "expect: 100-continue",
  "expect: 200-ok",
  "upgrade: websocket\r\nconnection: upgrade",
  "upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABk",
  "connection: close",
  "connection: keep-alive, te, content-length",
  "trailer: content-length",
  "host: a\r\nhost: b",
  "x-forwarded-for: 10.1.2.3",
  "x-forwarded-for: 198.51.100.7, ::1, unknown",
  "forwarded: for=192.0.2.1",
  "x-real-ip: 192.0.2.2",
  "x-http-method-override: DELETE",
  "x-booking-token: nobody's",
  "x-visit-token: \u0000",
  "if-none-match: *, W/",
  "if-modified-since: 99999999999",
  "range: bytes=0-0,-1,5-2",
  "cookie: a=\u00ff; __proto__=1",
  "origin: null",
  "sec-fetch-site: cross-site",
  ": no name",
  "no colon",
  " folded: onto the line before",
  "x\u0000y: z",
  "x: y\rz",
  `x: ${"a".repeat(20_000)}`,
  ...Array.from({ length: 3 }, (_, i) => `idempotency-key: ${"k".repeat(i * 200)}`),
]

const queries = [
  "",
  "?",
  "?x=%",
  "?x=%00",
  "?x[]=1&x=2",
  "?__proto__[a]=1",
  "??",
  "?x=%2F..%2F",
  `?${"q".repeat(9_000)}`,
]
const oddBodies = [
  "{",
  "[]",
  "\u0000",
  '{"__proto__":1}',
  "1".repeat(70_000),
  "\u00ff\u00fe",
  '{"a":1}{"b":2}',
  " ",
]
const chunkings = [
  (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  (body: string) => `${body.length.toString(16)};x=y\r\n${body}\r\n0\r\nx: y\r\n\r\n`,
  (body: string) => `ffffffffffffffff\r\n${body}\r\n`,
  (body: string) => `-1\r\n${body}\r\n0\r\n\r\n`,
  (body: string) => `${(body.length + 3).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  (body: string) => `g\r\n${body}\r\n0\r\n\r\n`,
]

/**
 * Up to four requests in one write; one stream in four is cut off in its last request. A client that waits for the server says
 * in that request that it is the last, so that the server may keep no connection open.
 */
export function rawStream(dice: Dice, targets: readonly RawTarget[], headers: string): RawStream {
  const halfCloses = dice.chance(0.15)
  const count = dice.pick([1, 1, 2, 3, 4])
  const requests = Array.from({ length: count }, (_, at) => {
    const isLast = at === count - 1
    const closing = isLast && !halfCloses ? "connection: close\r\n" : ""
    return rawRequest(dice, dice.pick(targets), headers + closing)
  })
  const last = requests.pop()!
  const end = dice.chance(0.25) ? dice.between(1, last.length - 1) : last.length
  return { bytes: Buffer.from(requests.join("") + last.slice(0, end), "latin1"), halfCloses }
}

function rawRequest(dice: Dice, target: RawTarget, headers: string): string {
  // Every second request is odd in its spelling only, so that many get through to what they ask for.
  const isTame = dice.chance(0.5)
  const isOdd = (share: number) => !isTame && dice.chance(share)
  const method = isOdd(0.05) ? dice.pick(oddMethods) : isOdd(0.3) ? dice.pick(methods) : target.method
  const version = isOdd(0.05) ? dice.pick(versions) : "HTTP/1.1"
  const body =
    target.body === null
      ? isOdd(0.1)
        ? dice.pick(oddBodies)
        : ""
      : isOdd(0.3)
        ? dice.pick(oddBodies)
        : target.body
  const isChunked = body !== "" && isOdd(0.25)
  const framing = isChunked
    ? "transfer-encoding: chunked\r\n"
    : body === "" || isOdd(0.05)
      ? ""
      : `content-length: ${isOdd(0.1) ? dice.between(0, 2 * body.length) : body.length}\r\n`
  const more = Array.from(
    { length: isTame ? 0 : dice.pick([0, 1, 1, 2, 3]) },
    () => `${dice.pick(oddHeaders)}\r\n`,
  ).join("")
  const host = isOdd(0.03) ? "" : "host: x\r\n"
  const type = body === "" ? "" : "content-type: application/json\r\n"
  const head = `${method} ${spelled(dice, target.path)} ${version}\r\n${host}${headers}${type}${framing}${more}\r\n`
  const written = isChunked ? dice.pick(chunkings)(body) : body
  return (isOdd(0.04) ? head.replaceAll("\r\n", "\n") : head) + written
}

/** The path as it is half of the time, else with letters, slashes and ends that lead there, or nearly. */
function spelled(dice: Dice, path: string): string {
  const query = dice.chance(0.2) ? dice.pick(queries) : ""
  if (dice.chance(0.5) || path.length < 2) return path + query
  const at = dice.between(1, path.length - 1)
  const code = path.charCodeAt(at).toString(16).padStart(2, "0")
  const escaped = (letters: string) => path.slice(0, at) + letters + path.slice(at + 1)
  const spellings = [
    () => escaped(`%${code}`),
    () => escaped(`%${code.toUpperCase()}`),
    () => escaped(`%25${code}`),
    () => escaped(path[at]!.toUpperCase()),
    () => escaped(`%u00${code}`),
    () => escaped("%"),
    () => escaped("%ff"),
    () => escaped("\u00e9"),
    () => escaped("\u0000"),
    () => escaped("\\"),
    () => `http://elsewhere.example${path}`,
    () => `HTTPS://x:y@elsewhere.example:99999${path}`,
    () => `/${path}`,
    () => `/.${path}`,
    () => `/x/..${path}`,
    () => `${path}/`,
    () => `${path};x=1`,
    () => `${path}#x`,
    () => `${path}%00`,
    () => `${path}.json`,
    () => path.replaceAll("/", "%2f"),
    () => path.slice(1),
    () => "*",
    () => `${path}/${"a".repeat(9_000)}`,
  ]
  return dice.pick(spellings)() + query
}
