/** Files that are the same for all: asked for in numbers, they cost no thread anything but their bytes. */
import { readdirSync } from "node:fs"
import { type IncomingHttpHeaders, request } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { functionsRun } from "../support/functions-run.ts"
import { startService, type TestService } from "../support/service.ts"
import { root } from "../support/source-files.ts"

let service: TestService
beforeAll(async () => {
  service = await startService({ book: true })
})
afterAll(() => service.stop())

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

async function ask(url: string, headers: Record<string, string>): Promise<Raw> {
  const sent = request(url, { headers })
  const answered = new Promise<Raw>((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", async (answer) =>
      resolve({ status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }),
    )
  })
  sent.end()
  return answered
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

const documents = ["/openapi.json", "/agent-tools.json", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"]
const built = (folder: string) =>
  readdirSync(join(root, "dist", folder)).filter((name) => /\.(js|css)$/.test(name))
const urls = (): string[] => [
  ...documents.map((path) => service.apiUrl + path),
  ...built("staff/console/assets").map((name) => `${service.apiUrl}/console/assets/${name}`),
  ...built("assets").map((name) => `${service.bookUrl}/assets/${name}`),
  `${service.bookUrl}/embed.js`,
]

it("SE-11 one is compressed once for all requests, those that come at the same time too", async () => {
  const url = `${service.apiUrl}/docs/swagger-ui-bundle.js`
  const fetched = () => Promise.all(Array.from({ length: 50 }, () => ask(url, { "accept-encoding": "br" })))
  const run = await functionsRun(["service/ways-in/http/"], async () => {
    await fetched()
    await fetched()
  })
  expect(run.get("service/ways-in/http/compress.ts: compressed")).toBe(1)
})

it("SE-11 each is sent as br and gzip to those who accept them, and is the same file", async () => {
  for (const url of urls()) {
    const plain = await ask(url, { "accept-encoding": "identity" })
    expect([url, plain.status, plain.headers["content-encoding"]]).toEqual([url, 200, undefined])
    for (const encoding of ["br", "gzip"] as const) {
      const { headers, body } = await ask(url, { "accept-encoding": encoding })
      expect([url, headers["content-encoding"]]).toEqual([url, encoding])
      expect(headers.vary?.toLowerCase()).toContain("accept-encoding")
      expect(unpack[encoding](body).equals(plain.body), url).toBe(true)
    }
  }
})
