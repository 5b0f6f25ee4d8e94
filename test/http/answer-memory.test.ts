import { once } from "node:events"
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lendTo } from "../../src/http/answer-memory.ts"

/** More than the system takes off a server's hands while nobody reads. */
const answerBytes = 20_000_000

interface Served {
  answer: ServerResponse
  memory: Buffer
}

let server: Server
const served = new Map<string, Served>()

/** Answers `/x` with nothing but x, in memory that is lent. */
beforeAll(async () => {
  server = createServer((request, answer) => {
    const letter = request.url!.slice(1)
    const memory = lendTo(answer)(answerBytes).fill(letter)
    served.set(letter, { answer, memory })
    answer.setHeader("content-length", memory.length)
    answer.end(memory)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
})

afterAll(() => server.close())

async function ask(letter: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const request = get({ port, host: "127.0.0.1", path: `/${letter}`, agent: false })
  const [answer] = await once(request, "response")
  return answer
}

/** Reads to the end, and waits until the server is through with it too. */
async function readAll(letter: string, answer: IncomingMessage): Promise<Buffer> {
  const body = await buffer(answer)
  const { answer: sent } = served.get(letter)!
  if (!sent.closed) await once(sent, "close")
  return body
}

const holdsOnly = (letter: string, body: Buffer) => body.equals(Buffer.alloc(answerBytes, letter))
/** Told as a boolean, since a failed comparison would print all the bytes. */
const shareMemory = (one: string, other: string) =>
  served.get(one)!.memory.buffer === served.get(other)!.memory.buffer

it("an answer's memory is used again once it is sent", async () => {
  expect(holdsOnly("a", await readAll("a", await ask("a")))).toBe(true)
  expect(holdsOnly("b", await readAll("b", await ask("b")))).toBe(true)
  expect(shareMemory("b", "a")).toBe(true)
})

it("what a slow reader has not got yet is not written over", async () => {
  const slow = await ask("c")
  for (const letter of ["d", "e"])
    expect(holdsOnly(letter, await readAll(letter, await ask(letter)))).toBe(true)
  expect(shareMemory("d", "c")).toBe(false)
  expect(shareMemory("e", "d")).toBe(true)
  expect(holdsOnly("c", await readAll("c", slow))).toBe(true)
})

it("the memory of a reader who goes away comes back with the closed connection", async () => {
  const gone = await ask("f")
  const { answer } = served.get("f")!
  expect(answer.closed).toBe(false)
  gone.destroy()
  await once(answer, "close")
  expect(holdsOnly("g", await readAll("g", await ask("g")))).toBe(true)
  expect(shareMemory("g", "f")).toBe(true)
})

it("short answers get memory of their own", () => {
  const { answer } = served.get("a")!
  const take = lendTo(answer)
  expect(take(100)).toHaveLength(100)
  expect(answer.listenerCount("close")).toBe(0)
})
