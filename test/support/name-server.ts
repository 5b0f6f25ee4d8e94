/** A name server on this machine that knows TXT records, and says so over UDP. */
import { createSocket } from "node:dgram"

export interface TestNameServer {
  /** The address by which resolvers know it. */
  address: string
  /** By name, in small letters. A name without texts is unknown. */
  texts: Map<string, string[]>
  /** It answers nothing while this is set. */
  isSilent: boolean
  stop(): Promise<void>
}

const headerBytes = 12
const nameError = 3

export async function startNameServer(): Promise<TestNameServer> {
  const socket = createSocket("udp4")
  const texts = new Map<string, string[]>()
  socket.on("message", (question, { address, port }) => {
    if (server.isSilent) return
    const { name, end } = nameIn(question)
    const found = texts.get(name) ?? []
    const header = Buffer.alloc(headerBytes)
    header.writeUInt16BE(question.readUInt16BE(0), 0)
    header.writeUInt16BE(0x8180 | (found.length === 0 ? nameError : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(found.length, 6)
    const asked = question.subarray(headerBytes, end + 4)
    socket.send(Buffer.concat([header, asked, ...found.map(recordOf)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  const server: TestNameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    isSilent: false,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  return server
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

/** A TXT record of the name that was asked for, good for no time. */
function recordOf(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")])
  const head = Buffer.from([0xc0, headerBytes, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
