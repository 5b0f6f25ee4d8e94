import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentPrefix } from "../../service/ways-in/agent-api/tools.ts"
import { makeLink } from "../support/link.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { openRaw, statusesIn } from "../support/raw-client.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, tellStory } from "../support/story.ts"

let service: TestService
let token: string
beforeAll(async () => {
  service = await startService({ book: true })
  const story = await tellStory(service)
  token = (await makeLink(service, { ...story, customerId: await makeCustomer(service) })).token
  await openPublicPage(service, story)
})
afterAll(() => service.stop())

interface Seen {
  status: number
  allow: string | null
  text: string
}

async function send(url: string, method: string, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await fetch(url, { method, headers })
  return { status: answer.status, allow: answer.headers.get("allow"), text: await answer.text() }
}

/** Addresses of both hosts, and the methods that each takes. */
const taken = () =>
  [
    [`${service.apiUrl}/api/v1/customers`, "GET, HEAD, POST"],
    [`${service.apiUrl}/api/v1/customers/7`, "DELETE, GET, HEAD, PATCH, PUT"],
    [`${service.apiUrl}${agentPrefix}/slots`, "POST"],
    [`${service.apiUrl}${agentPrefix}/appointments/7`, "DELETE, PUT"],
    [`${service.apiUrl}/healthz`, "GET, HEAD"],
    [`${service.bookUrl}/${slug}`, "GET, HEAD"],
    [`${service.bookUrl}/r/${token}`, "GET, HEAD"],
    [`${service.bookUrl}/embed.js`, "GET, HEAD"],
    [`${service.bookUrl}/api/link`, "GET, HEAD"],
    [`${service.bookUrl}/api/link/slots`, "POST"],
    [`${service.bookUrl}/api/link/appointment`, "DELETE, POST, PUT"],
    [`${service.bookUrl}/api/pages/${slug}/codes`, "POST"],
  ] as const

describe("a method that an address does not take", () => {
  it("TR-37 is 405 and names those that it takes, on both hosts", async () => {
    for (const [url, methods] of taken()) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "PROPFIND", "SEARCH"]) {
        if (methods.split(", ").includes(method)) continue
        const answer = await send(url, method)
        expect([method, url, answer.status]).toEqual([method, url, 405])
        expect(answer.allow).toBe(`${methods}, OPTIONS`)
        if (method !== "HEAD") expect(JSON.parse(answer.text).error.code).toBe("method_not_allowed")
      }
    }
  })

  it("TR-37 OPTIONS names them without a credential, and allows no other site anything", async () => {
    for (const [url, methods] of taken()) {
      const headers = { origin: "https://elsewhere.example", "access-control-request-method": "POST" }
      const answer = await fetch(url, { method: "OPTIONS", headers })
      expect([url, answer.status, answer.headers.get("allow")]).toEqual([url, 204, `${methods}, OPTIONS`])
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    }
  })

  it("TR-37 OPTIONS of the whole host, TRACE and CONNECT are refused without a failure", async () => {
    for (const url of [service.apiUrl, service.bookUrl!]) {
      const close = "host: x\r\nconnection: close\r\n\r\n"
      for (const line of ["OPTIONS * HTTP/1.1", "TRACE / HTTP/1.1", "CONNECT elsewhere:443 HTTP/1.1"]) {
        const statuses = statusesIn(await openRaw(url, `${line}\r\n${close}`).closed)
        expect(statuses.every((status) => status === 204 || (status >= 400 && status < 500))).toBe(true)
      }
    }
  })

  it("TR-37 a path that leads nowhere is 404 with every method, a slash at its end included", async () => {
    for (const path of ["/api/v1/company/", "/api/v1/nothing", "/healthz/"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        expect([method, path, (await send(service.apiUrl + path, method)).status]).toEqual([
          method,
          path,
          404,
        ])
      }
    }
    for (const path of ["/api/link/", "/api/nothing", "/assets/nothing.js"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        expect([method, path, (await send(service.bookUrl + path, method)).status]).toEqual([
          method,
          path,
          404,
        ])
      }
    }
  })
})

describe("HEAD", () => {
  it("TR-37 answers with the status and the length of GET, and no body", async () => {
    const key = { authorization: `Bearer ${service.key}`, "accept-encoding": "identity" }
    const urls = [
      `${service.apiUrl}/api/v1/customers`,
      `${service.bookUrl}/embed.js`,
      `${service.bookUrl}/r/${token}`,
    ]
    for (const url of urls) {
      const [got, head] = [
        await fetch(url, { headers: key }),
        await fetch(url, { method: "HEAD", headers: key }),
      ]
      const body = await got.text()
      expect([url, head.status, await head.text()]).toEqual([url, got.status, ""])
      expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(body))
    }
  })
})

describe("DELETE with a body", () => {
  it("TR-37 is read where the body means something, and refused by its field where it does not", async () => {
    const { body } = await service.api("POST", "/locations", { name: "Annex", timezone: "UTC" })
    const refused = await service.api("DELETE", `/locations/${body.data.id}`, { force: true })
    expect([refused.status, refused.body.error.field]).toEqual([400, "force"])
    expect((await service.api("DELETE", `/locations/${body.data.id}`, {})).status).toBe(200)
  })

  it("TR-37 cancels through the booking link, with a body and without one", async () => {
    const url = `${service.bookUrl}/api/link/appointment`
    const headers = { "x-booking-token": token }
    const wrong = await fetch(url, {
      method: "DELETE",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"ifVersion":"one"}',
    })
    expect(wrong.status).toBe(400)
    const nothingBooked = await fetch(url, { method: "DELETE", headers })
    expect([
      nothingBooked.status,
      ((await nothingBooked.json()) as { error: { code: string } }).error.code,
    ]).toEqual([409, "appointment_not_scheduled"])
  })
})

describe("a 401", () => {
  it("TR-37 says which scheme the credential is sent by", async () => {
    for (const [method, path] of [
      ["GET", "/customers"],
      ["POST", "/agent/slots"],
      ["POST", "/agent/mcp"],
    ] as const) {
      const answer = await service.api(method, path, method === "GET" ? undefined : {}, { key: null })
      expect([path, answer.status, answer.headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"])
    }
    const signIn = { email: "nobody@example.com", password: "wrong wrong wrong" }
    const wrong = await service.api("POST", "/sessions", signIn, { key: null })
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
    const over = await service.api("POST", "/agent/slots", {})
    expect([over.status, over.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
  })

  it("TR-37 on the public page too", async () => {
    const answer = await fetch(`${service.bookUrl}/api/pages/${slug}/visit`)
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "X-Visit-Token"])
  })
})
