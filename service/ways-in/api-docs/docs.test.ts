import { once } from "node:events"
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { errorTable } from "../../../domain/model/errors.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { agentToolsText } from "../agent-api/describe-tools.ts"
import { platformFolder } from "../agent-api/platform/folder.ts"
import { readPrompts } from "../agent-api/platform/prompts.ts"
import { companyMounts } from "../company-api/mounts.ts"
import { documentedMounts } from "./generate.ts"

let service: TestService
let page: string
let headers: Headers
beforeAll(async () => {
  service = await startService()
  const answer = await get("/docs")
  page = answer.body
  headers = answer.headers
})
afterAll(() => service.stop())

const get = (path: string) => service.api("GET", `/${path}`, undefined, { key: null })
/** Without the `Cache-Control: no-cache` that `fetch` adds to a conditional request. */
async function answerTo(path: string, headers: OutgoingHttpHeaders = {}): Promise<IncomingMessage> {
  const [answer] = await once(request(service.apiUrl + path, { headers }).end(), "response")
  await buffer(answer)
  return answer
}

const openApiPath = (path: string) => `/api/v1${path.replace(/:(\w+)/g, "{$1}")}`

describe("GET /docs", () => {
  it("loads a document with every operation, and every error", async () => {
    const script = (await get("/docs/viewer.js")).body
    expect(script).toContain('url: "/openapi.json"')
    const { paths } = (await get("/openapi.json")).body
    for (const { operation, method, path } of companyMounts) {
      expect(paths[openApiPath(path)][method.toLowerCase()].operationId).toBe(operation.name)
    }
    const errors: { code: string }[] = (await get("/docs/errors.json")).body
    expect(errors.map(({ code }) => code).sort()).toEqual(Object.keys(errorTable).sort())
  })

  it("loads nothing from elsewhere and runs no inline script, under a strict policy", async () => {
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    const policy = headers.get("content-security-policy")!.split("; ")
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]),
    )
    expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=|(?:src|href)="(?:https?:)?\/\//)
    for (const [, path] of page.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
      const { status, headers } = await get(path!)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get("content-security-policy")).toBe(policy.join("; "))
    }
  })

  it("is asked for again at each visit, and sends only what changed", async () => {
    for (const path of ["/docs", "/docs/viewer.js", "/docs/swagger-ui-bundle.js", "/docs/errors.json"]) {
      const { headers } = await answerTo(path)
      expect([path, headers["cache-control"]]).toEqual([path, expect.stringMatching(/no-cache|max-age=0/)])
      const again = await answerTo(path, { "if-none-match": headers.etag! })
      expect([path, again.statusCode]).toEqual([path, 304])
    }
  })

  it("shows request bodies that their operations take", async () => {
    const { paths } = (await get("/openapi.json")).body
    const withBody = documentedMounts.filter(({ operation, rawBody }) => operation.body && !rawBody)
    expect(withBody.length).toBeGreaterThan(40)
    for (const { operation, method, path } of withBody) {
      const { requestBody } = paths[openApiPath(path)][method.toLowerCase()]
      const { example } = requestBody.content["application/json"]
      const judged = operation.body!.safeParse(example)
      expect([operation.name, judged.error?.issues]).toEqual([operation.name, undefined])
    }
    const { example } = paths["/api/v1/customers"].post.requestBody.content["application/json"]
    expect((await service.api("POST", "/customers", example)).status).toBe(201)
  })

  it("DX-05 lists changes by date, the newest first, of operations that there are", async () => {
    const { paths } = (await get("/openapi.json")).body
    const days: { date: string; changes: string[] }[] = (await get("/docs/changes.json")).body
    const dates = days.map(({ date }) => date)
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual([...dates].sort().reverse())
    const named = days.flatMap(({ changes }) => [
      ...changes.join().matchAll(/`(GET|POST|PUT|DELETE) (\/[^`]*)`/g),
    ])
    expect(named.length).toBeGreaterThan(5)
    const missing = named.filter(([, method, path]) => !paths[`/api/v1${path}`]?.[method!.toLowerCase()])
    expect(missing.map(([name]) => name)).toEqual([])
  })
})

describe("what an agent platform is configured with", () => {
  it("CN-12 is open to all: the tools, and the platform's files for this host, without a key", async () => {
    const answer = await fetch(`${service.apiUrl}/agent-tools.json`)
    expect(await answer.text()).toBe(agentToolsText())
    const path = "/agent-platform.json?company=Caf%C3%A9%20%22Zo%C3%AB%22&secret_id=Xq2"
    const { files } = (await get(path)).body as { files: { path: string; text: string }[] }
    const site = {
      ...{ baseUrl: service.apiUrl, companyName: 'Café "Zoë"', secretId: "Xq2" },
      ...{ transferPhone: null, language: "en" as const },
    }
    const prompts = await readPrompts(join(import.meta.dirname, "../../.."))
    expect(Object.fromEntries(files.map((file) => [file.path, file.text]))).toEqual(
      platformFolder(site, prompts),
    )
    expect((await get("/agent-platform.json?company=Zo%C3%AB")).body.error).toMatchObject({
      code: "invalid_input",
      field: "secret_id",
    })
  })
})
