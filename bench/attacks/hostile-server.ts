/** Serves the hostile files, and tells its parent where each of them is. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hostileAnswers, hostileFeeds } from "../../test/support/hostile-feeds.ts"
import type { HostileFile } from "../attacks.ts"

const feeds = Object.values(hostileFeeds).map((make) => Buffer.from(make()))
const answers = Object.values(hostileAnswers).map((make) => Buffer.from(make()))

const server = createServer((request, response) => {
  request.resume()
  const [, kind, index] = (request.url ?? "").split("/")
  if (kind === "ics") response.end(feeds[Number(index)])
  else response.writeHead(207).end(answers[Number(index)])
})
server.listen(0, "127.0.0.1", () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const files: HostileFile[] = [
    ...feeds.map((_, i) => ({ kind: "ics" as const, url: `${base}/ics/${i}` })),
    ...answers.map((_, i) => ({ kind: "caldav" as const, url: `${base}/caldav/${i}/` })),
  ]
  process.send!(files)
})
