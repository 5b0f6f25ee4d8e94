/** A client that writes its own bytes: what no library would send. */
import { connect, type Socket } from "node:net"

export interface RawClient {
  socket: Socket
  /** The bytes that have arrived so far. */
  received(): string
  /** Everything that arrived, once the connection is closed by either side. */
  closed: Promise<string>
}

/** Connects to the host of `url`, from this address of the machine, and writes `bytes`. */
export function openRaw(url: string, bytes: string | Uint8Array = "", localAddress?: string): RawClient {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress ? { localAddress } : {}) })
  let text = ""
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1")
  })
  // A connection that is cut off reports it; that it is closed is what counts.
  socket.on("error", () => {})
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)))
  if (bytes.length > 0) socket.write(bytes)
  return { socket, received: () => text, closed }
}

/** Writes one more byte every so many milliseconds, as long as the other side listens. */
export function drip(client: RawClient, byte: string, everyMs: number): RawClient {
  const timer = setInterval(() => client.socket.write(byte), everyMs)
  void client.closed.then(() => clearInterval(timer))
  return client
}

/** The statuses of the answers in what was received. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
