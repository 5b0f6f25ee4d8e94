/**
 * A process of its own that calls an HTTP server, so that the reading of long answers does not take the server's time.
 * Takes a `Round` from its parent at a time and answers with how long each request took.
 */
import { connect, type Socket } from "node:net"

/** The same request again and again over kept-alive connections, each waiting for its answer before it asks again. */
export interface Round {
  port: number
  path: string
  headers: Record<string, string>
  body: string
  connections: number
  requests: number
}

export interface RoundResult {
  /** The time of each request, from its first byte sent to the last byte of its answer read. */
  milliseconds: number[]
  /** The body of the last answer read. */
  bodyBytes: number
}

const endOfHead = Buffer.from("\r\n\r\n")
const lastChunk = "\r\n0\r\n\r\n"

export async function callInRound(round: Round): Promise<RoundResult> {
  const request = requestText(round)
  const milliseconds: number[] = []
  let bodyBytes = 0
  let asked = 0
  async function caller(): Promise<void> {
    const socket = await open(round.port)
    while (asked < round.requests) {
      asked += 1
      const startedAt = performance.now()
      bodyBytes = await exchange(socket, request)
      milliseconds.push(performance.now() - startedAt)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: round.connections }, caller))
  return { milliseconds, bodyBytes }
}

function requestText({ path, headers, body }: Round): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** The reader of a connection's bytes; set anew for each exchange. */
const readers = new WeakMap<Socket, (bytes: Buffer) => void>()

function open(port: number): Promise<Socket> {
  const buffer = Buffer.alloc(1_048_576)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket: Socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    // One buffer for all reads: a long answer is counted, never kept.
    onread: {
      buffer,
      callback: (length) => {
        readers.get(socket)?.(buffer.subarray(0, length))
        return true
      },
    },
  })
  socket.on("connect", () => resolve(socket)).on("error", reject)
  return promise
}

/** Sends one request and reads its answer to the end; returns the body's length. */
function exchange(socket: Socket, request: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let read = 0
  let headLength = 0
  /** The length of a body in chunks is not known before its end. */
  let length: number | null = null
  let tail = ""
  readers.set(socket, (bytes) => {
    if (read === 0) {
      const headEnd = bytes.indexOf(endOfHead)
      const head = bytes.toString("latin1", 0, headEnd)
      if (headEnd < 0 || !head.startsWith("HTTP/1.1 200"))
        return reject(new Error(`An answer began: ${head}`))
      headLength = headEnd + endOfHead.length
      const said = /content-length: (\d+)/i.exec(head)
      length = said ? Number(said[1]) : null
    }
    read += bytes.length
    if (length !== null) {
      if (read === headLength + length) resolve(length)
      return
    }
    tail = (tail + bytes.toString("latin1", Math.max(0, bytes.length - lastChunk.length))).slice(
      -lastChunk.length,
    )
    if (tail === lastChunk) resolve(read - headLength)
  })
  socket.write(request)
  return promise
}

if (import.meta.main) {
  process.on("message", (round: Round) => {
    callInRound(round).then(
      (result) => process.send!(result),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
