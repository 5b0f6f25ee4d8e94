import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentPrefix, agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import { linkEndpoints } from "../fuzz/link.ts"
import { pagePaths } from "../fuzz/page.ts"
import { openWire, type Received, type Wire } from "../fuzz/wire.ts"
import { makeLink } from "../support/link.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, tellStory } from "../support/story.ts"

/** Unknown ones, one that a library would open, and a list. */
const encodings = ["snappy", "x", "gzip", "identity, gzip", "%00"]

let service: TestService
let token: string
let api: Wire
let pages: Wire
beforeAll(async () => {
  service = await startService({ book: true })
  const story = await tellStory(service)
  token = (await makeLink(service, { ...story, customerId: await makeCustomer(service) })).token
  await openPublicPage(service, story)
  api = openWire(service.apiUrl)
  pages = openWire(service.bookUrl!)
})
afterAll(async () => {
  api.close()
  pages.close()
  await service.stop()
})

const apiEndpoints = [
  ...companyMounts.map(({ method, path }) => ({ method, path: `/api/v1${path.replaceAll(/:\w+/g, "1")}` })),
  ...agentTools.map(({ method, path }) => ({ method, path: agentPrefix + path.replaceAll(/:\w+/g, "1") })),
  { method: "POST", path: `${agentPrefix}/conversation-init` },
  { method: "POST", path: `${agentPrefix}/mcp` },
  ...["/healthz", "/readyz", "/openapi.json", "/docs"].map((path) => ({ method: "GET", path })),
]

const customerAddresses = () => [
  ...[`/${slug}`, `/r/${token}`, "/embed.js", "/nothing-here"].map((path) => ({ method: "GET", path })),
  ...linkEndpoints(0, 0).map(({ method, path }) => ({ method, path })),
  ...pagePaths.map((path, nth) => ({
    method: nth === 0 || path === "/visit" || path === "/bot-check" ? "GET" : "POST",
    path: `/api/pages/${slug}${path}`,
  })),
]

/** Each address's answer to a request whose body is said to be encoded so. */
async function answersTo(
  wire: Wire,
  addresses: readonly { method: string; path: string }[],
  encoding: string,
): Promise<(Received & { address: string })[]> {
  const headers = {
    authorization: `Bearer ${service.key}`,
    "content-type": "application/json",
    "content-encoding": encoding,
  }
  const body = gzipSync("{}")
  return Promise.all(
    addresses.map(async ({ method, path }) => {
      const sending = { method, path, headers, ...(method === "GET" ? {} : { body }) }
      return { address: `${method} ${path}`, ...(await wire.send(sending)) }
    }),
  )
}

const othersThan415 = (answers: readonly (Received & { address: string })[]) =>
  answers.filter(({ status }) => status !== 415).map(({ address, status }) => `${address}: ${status}`)

describe("a body that is said to be encoded", () => {
  it.each(encodings)("TR-37 as %j is 415 on every endpoint of the API host", async (encoding) => {
    const answers = await answersTo(api, apiEndpoints, encoding)
    expect(othersThan415(answers)).toEqual([])
    for (const { headers, text } of answers) {
      expect(headers["accept-encoding"]).toBe("identity")
      expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: "unsupported_media_type" } })
    }
  })

  it.each(encodings)("TR-37 as %j is 415 on every address of the customer host", async (encoding) => {
    const answers = await answersTo(pages, customerAddresses(), encoding)
    expect(othersThan415(answers)).toEqual([])
  })

  it("TR-37 as identity is read", async () => {
    const headers = { "content-encoding": "Identity" }
    const made = await service.api("POST", "/customers", { name: "Ada Lane" }, { headers })
    expect(made.status).toBe(201)
  })

  it("TR-37 GE-07 without a key is 401 all the same", async () => {
    const options = { key: null, headers: { "content-encoding": "x" } }
    expect((await service.api("POST", "/customers", {}, options)).status).toBe(401)
  })
})
