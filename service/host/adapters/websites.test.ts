import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../../test/support/local-server.ts"
import type { Websites } from "../../platform/ports/websites.ts"
import {
  BlockedAddress,
  type ConnectionGuard,
  createAddressGuard,
  type Resolve,
} from "./outbound/address-guard.ts"
import { createWebsites } from "./websites.ts"

const loopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }]
const open = createAddressGuard({ resolve: loopback, allowPrivate: true })
/** Lets every name through but one, as a guard does that knows what is private. */
const guard: ConnectionGuard = {
  ...open,
  async vet(name) {
    if (name === "inner.example") throw new BlockedAddress(name)
    return open.vet(name)
  },
}

let server: LocalServer
let websites: Websites
const at = (path: string, host = "www.shop.example") => server.url.replace("127.0.0.1", host) + path
const html = { "content-type": "text/html; charset=utf-8" }
const problemAt = (url: string, through = websites) =>
  through.read(url).then(
    () => null,
    ({ problem }) => problem,
  )

beforeAll(async () => {
  server = await startLocalServer()
})
beforeEach(() => {
  websites = createWebsites({ guard, deadlineMs: 20_000 })
})
afterEach(() => websites.close())
afterAll(() => server.stop())

describe("reading a website", () => {
  it("CN-12 tells its status, its policies and its document, after redirects", async () => {
    server.tell(({ path }) =>
      path === "/book"
        ? { headers: { ...html, "content-security-policy": "script-src 'self'" }, body: "<p>Zoë</p>" }
        : { status: 302, headers: { location: path === "/" ? "/next" : at("/book", "shop.example") } },
    )
    expect(await websites.read(at("/"))).toEqual({
      url: at("/book", "shop.example"),
      status: 200,
      policyHeader: "script-src 'self'",
      html: "<p>Zoë</p>",
    })
    server.tell({ status: 404, headers: { ...html, "content-encoding": "gzip" }, body: "x" })
    expect(await websites.read(at("/"))).toMatchObject({ status: 404, policyHeader: null, html: null })
    server.tell({ body: {} })
    expect(await websites.read(at("/"))).toMatchObject({ status: 200, html: null })
  })

  it("CN-12 vets each redirect, so that none leads to a private address", async () => {
    server.asked.length = 0
    server.tell({ status: 301, headers: { location: at("/secret", "inner.example") } })
    expect(await problemAt(at("/"))).toBe("blocked_address")
    expect(server.asked).toHaveLength(1)

    const metadata: Resolve = async () => [{ address: "169.254.169.254", family: 4 }]
    const strict = createWebsites({ guard: createAddressGuard({ resolve: metadata, allowPrivate: false }) })
    expect(await problemAt("https://metadata.example", strict)).toBe("blocked_address")
    expect(await problemAt("https://127.0.0.1", strict)).toBe("blocked_address")
    expect(await problemAt(at("/"), strict)).toBe("not_https")
    strict.close()
  })

  it("CN-12 ends loops, silence and endless pages", async () => {
    server.asked.length = 0
    server.tell({ status: 307, headers: { location: "/" } })
    expect(await problemAt(at("/"))).toBe("too_many_redirects")
    expect(server.asked).toHaveLength(6)
    server.tell({ status: 302, headers: { location: "http://" } })
    expect(await problemAt(at("/"))).toBe("bad_answer")
    server.tell({ headers: html, body: "x".repeat(2_000_000) })
    expect((await websites.read(at("/"))).html).toHaveLength(512 * 1024)
    server.tell({ silent: true })
    const hasty = createWebsites({ guard, deadlineMs: 200 })
    expect(await problemAt(at("/"), hasty)).toBe("timeout")
    hasty.close()
  })
})
