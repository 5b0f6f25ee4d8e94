/** Clients that hold what they can of a host: heads and bodies that never end, answers that are not taken, silence. */
import { setTimeout as sleep } from "node:timers/promises"
import { drip, openRaw, type RawClient } from "../support/raw-client.ts"

export interface StalledClients {
  /** So many have reached the host. */
  count(): number
  letGo(): void
}

const head = "host: x\r\ncontent-type: application/json\r\n"
/** Both hosts read the bodies of one of these. */
const paths = ["/api/v1/sessions", "/api/pages/nowhere/slots"]
const longAnswers = ["/openapi.json", "/embed.js"].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)

const kinds: readonly ((url: string) => RawClient)[] = [
  (url) => openRaw(url),
  (url) => openRaw(url, `GET / HTTP/1.1\r\n${head}`),
  (url) => drip(openRaw(url, "GET / HTTP/1.1\r\nx: "), "y", 200),
  ...paths.flatMap((path) => [
    (url: string) => openRaw(url, `POST ${path} HTTP/1.1\r\n${head}content-length: 9000\r\n\r\n{`),
    (url: string) =>
      drip(
        openRaw(url, `POST ${path} HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n`),
        "1\r\n \r\n",
        200,
      ),
  ]),
  ...longAnswers.map((request) => (url: string) => {
    const client = openRaw(url, request.repeat(500))
    client.socket.pause()
    return client
  }),
  (url) => openRaw(url, `GET /healthz HTTP/1.1\r\n${head}\r\n`),
  (url) => openRaw(url, `GET /healthz HTTP/1.1\r\n${head}\r\nGET /he`),
]

const againMs = 100

/** One of each kind against each host, from the moment that it listens; one that was let go comes back. */
export function stall(urls: readonly string[]): StalledClients {
  const open = new Set<RawClient>()
  let isOver = false
  let reached = 0

  async function keepStalling(make: () => RawClient): Promise<void> {
    while (!isOver) {
      const client = make()
      open.add(client)
      client.socket.once("connect", () => {
        reached += 1
      })
      await client.closed
      open.delete(client)
      await sleep(againMs)
    }
  }

  for (const url of urls) for (const kind of kinds) void keepStalling(() => kind(url))
  return {
    count: () => reached,
    letGo() {
      isOver = true
      for (const { socket } of open) socket.destroy()
    },
  }
}
