/** Codes on the developers' page, asked for from elsewhere: through a proxy, by another name, from another machine. */
import { request } from "node:http"
import { networkInterfaces } from "node:os"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createApi } from "../../service/ways-in/company-api/api.ts"
import { startService, type TestService } from "../support/service.ts"

let service: TestService

beforeAll(async () => {
  service = await startService({ trustProxyHops: 1 })
})
afterAll(() => service.stop())

/** With any Host, which `fetch` does not send. */
function ask(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}/dev/texts`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .on("error", reject)
      .end()
  })
}

it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "127.8.9.1", "[::1]:3000"])(
  "TR-29 developers on this machine read it as %s",
  async (host) => {
    expect(await ask(service.apiUrl, { host })).toBe(200)
  },
)

it.each(["api.example.com", "localhost.example.com", "127.0.0.1.nip.io", "10.0.0.7:3000", "0.0.0.0", "a b"])(
  "TR-29 a page elsewhere that leads its own name %s to this machine reads nothing",
  async (host) => {
    expect(await ask(service.apiUrl, { host })).toBe(404)
  },
)

const forwarding = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
]

it.each(forwarding)("TR-29 a proxy on this machine passes nobody on: %s", async (header) => {
  expect(await ask(service.apiUrl, { host: "localhost", [header]: "127.0.0.1" })).toBe(404)
})

it("TR-29 another machine reads nothing, whatever Host it sends", async () => {
  const { context } = service
  const api = createApi(context, { log: context.log, trustProxyHops: 0 })
  const url = new URL(await api.listen({ host: "0.0.0.0", port: 0 }))
  const outer = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)
  try {
    expect(await ask(`http://127.0.0.1:${url.port}`, { host: "localhost" })).toBe(200)
    // A machine without a network has no other address to come from.
    if (outer) expect(await ask(`http://${outer.address}:${url.port}`, { host: "localhost" })).toBe(404)
  } finally {
    await api.close()
  }
})
