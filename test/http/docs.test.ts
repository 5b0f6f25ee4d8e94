import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { html } from "../../src/http/api-docs/html.ts"
import { companyMounts } from "../../src/http/company-api/mounts.ts"
import { errorTable } from "../../src/model/errors.ts"
import { startService, type TestService } from "../support/service.ts"

let service: TestService
let page: string
let headers: Headers
beforeAll(async () => {
  service = await startService()
  const answer = await service.api("GET", "//docs", undefined, { key: null })
  page = answer.body
  headers = answer.headers
})
afterAll(() => service.stop())

describe("GET /docs", () => {
  it("shows every operation and every error", () => {
    for (const { operation, path } of companyMounts) {
      expect(page).toContain(`id="${operation.name}"`)
      expect(page).toContain(`<code>/api/v1${path.replace(/:(\w+)/g, "{$1}")}</code>`)
    }
    for (const code of Object.keys(errorTable)) expect(page).toContain(`id="error-${code}"`)
  })

  it("works without a network and without a script, under a strict policy", async () => {
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'")
    expect(page).not.toMatch(/<script|\son\w+=|style=|(?:src|href)="https?:/)
    const styles = await service.api("GET", "//docs/docs.css", undefined, { key: null })
    expect([styles.status, styles.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"])
    expect(styles.body).not.toMatch(/url\(|@import/)
  })

  it("leads nowhere that is not there", () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
    expect([...page.matchAll(/\sid="/g)]).toHaveLength(ids.size)
  })

  it("shows requests that the service accepts", async () => {
    const curl = /id="create_customer".*?-d &#39;(.*?)&#39;<\/pre>/s.exec(page)![1]!
    const body = JSON.parse(curl.replaceAll("&quot;", '"'))
    expect((await service.api("POST", "/customers", body)).status).toBe(201)
  })

  it("lets nothing in unescaped", () => {
    expect(html`<p>${"<script>alert('&\"')</script>"}</p>`.text).toBe(
      "<p>&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;</p>",
    )
  })
})
