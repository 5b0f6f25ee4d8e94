import { type IncomingHttpHeaders, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterAll(() => service.stop())

interface Raw {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The bytes as they come, which `fetch` would unpack. */
async function ask(method: string, path: string, encodings: string | null, body?: object): Promise<Raw> {
  const sent = request(service.apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(encodings === null ? {} : { "accept-encoding": encodings }),
    },
  })
  const answered = new Promise<Raw>((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", async (answer) => resolve({ headers: answer.headers, body: await buffer(answer) }))
  })
  sent.end(body && JSON.stringify(body))
  return answered
}

const question = () => ({
  appointment_type_id: story.typeId,
  start_date: "2027-03-01",
  end_date: "2027-04-01",
})
const search = (encodings: string | null) => ask("POST", "/api/v1/slots", encodings, question())
const list = (encodings: string | null) => ask("GET", "/api/v1/customers?limit=50", encodings)

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each(Object.entries({ search, list }))("the answer of a %s", (name, call) => {
  beforeAll(async () => {
    for (let at = 0; at < 10; at++) {
      const customer = { first_name: "Sam", last_name: `Poe ${at}`, email: `sam.${name}.${at}@example.com` }
      await service.api("POST", "/customers", customer)
    }
  })

  it.each(["br", "gzip"] as const)("TR-15 comes as %s to a caller that accepts it", async (encoding) => {
    const plain = await call(null)
    const { headers, body } = await call(encoding)
    expect(plain.headers["content-encoding"]).toBeUndefined()
    expect(headers["content-encoding"]).toBe(encoding)
    expect(headers["content-type"]).toBe("application/json; charset=utf-8")
    expect(headers.vary).toContain("accept-encoding")
    expect(body.length).toBeLessThan(plain.body.length / 3)
    expect(unpack[encoding](body)).toEqual(plain.body)
  })

  it("TR-15 comes as br where both are accepted, and plain where neither is", async () => {
    expect((await call("gzip, deflate, br")).headers["content-encoding"]).toBe("br")
    for (const encodings of ["identity", "deflate", "br;q=0, gzip;q=0"]) {
      expect((await call(encodings)).headers["content-encoding"]).toBeUndefined()
    }
  })
})

it("TR-15 a short answer is not compressed", async () => {
  const { headers } = await ask("GET", "/api/v1/company", "br")
  expect(headers["content-encoding"]).toBeUndefined()
})
