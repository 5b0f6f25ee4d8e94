import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalGeocoder, oak, startLocalGeocoder } from "../../../../test/support/local-geocoder.ts"
import { type Geocoder, GeocoderUnavailable } from "../../../platform/ports.ts"
import { createCensus } from "./census.ts"
import { createGoogle } from "./google.ts"
import { createNominatim } from "./nominatim.ts"

let host: LocalGeocoder
beforeEach(async () => {
  host = await startLocalGeocoder()
})
afterEach(() => host.stop())

const never = new AbortController().signal
/** By default with a deadline of their own that no test runs into. */
const make: Record<string, (timeoutMs?: number) => Geocoder> = {
  nominatim: (timeoutMs = 20_000) =>
    createNominatim({ baseUrl: host.baseUrl, email: "maps@example.com", timeoutMs }),
  census: (timeoutMs = 20_000) => createCensus({ baseUrl: host.baseUrl, timeoutMs }),
  google: (timeoutMs = 20_000) => createGoogle({ baseUrl: host.baseUrl, key: "AIzaKey", timeoutMs }),
}
const locate = (name: string, address = oak) => make[name]!().locate(address, never)

describe.each(["nominatim", "census", "google"])("%s", (name) => {
  it.each([429, 403, 500, 503])("is away when it answers %i", async (status) => {
    host.answers(status, { error: "2 Oak Ave is too much" }, { "retry-after": "1" })
    await expect(locate(name)).rejects.toThrow(GeocoderUnavailable)
  })

  it.each(["<html>busy</html>", "", "[1", { unknown: "form" }, 7])(
    "is away when it answers %j",
    async (body) => {
      host.answers(200, body)
      await expect(locate(name)).rejects.toThrow(GeocoderUnavailable)
    },
  )

  it("is away when it redirects, is silent, or nobody listens", async () => {
    host.answers(302, "", { location: `${host.baseUrl}/elsewhere` })
    await expect(locate(name)).rejects.toThrow(GeocoderUnavailable)
    expect(host.asked).toHaveLength(1)
    host.hangs()
    await expect(make[name]!(300).locate(oak, never)).rejects.toThrow(GeocoderUnavailable)
    await host.stop()
    await expect(locate(name)).rejects.toThrow(GeocoderUnavailable)
    host = await startLocalGeocoder()
  })

  it("stops at the caller's deadline", async () => {
    const caller = new AbortController()
    const located = expect(make[name]!().locate(oak, caller.signal)).rejects.toThrow(GeocoderUnavailable)
    await expect.poll(() => host.asked).toHaveLength(1)
    caller.abort()
    await located
  })

  it("says nothing of the address when it fails", async () => {
    host.answers(500, "2 Oak Ave")
    const error: Error = (await locate(name).catch((thrown: Error) => thrown)) as Error
    expect(`${error.stack} ${String(error.cause)}`).not.toMatch(/Oak|78702/)
  })

  it("does not know an address that it refuses to read", async () => {
    host.answers(400, { error: { code: 400, message: "unreadable" }, errors: ["unreadable"], status: "400" })
    expect(await locate(name)).toBeNull()
  })
})

describe("nominatim", () => {
  const found = (more: object) => [{ place_id: 1, lat: "30.2638", lon: "-97.7166", ...more }]

  it("is asked in its structured form, by somebody who says who they are", async () => {
    host.answers(200, found({ place_rank: 30, addresstype: "building" }))
    expect(await locate("nominatim")).toEqual({
      ...{ latitude: 30.2638, longitude: -97.7166 },
      accuracy: "rooftop",
    })
    expect(host.asked).toEqual([
      {
        path: "/search",
        query: {
          ...{ street: "2 Oak Ave", city: "Austin", state: "TX", postalcode: "78702", countrycodes: "us" },
          ...{ format: "jsonv2", limit: "1", email: "maps@example.com" },
        },
        userAgent: "Appointed (maps@example.com)",
      },
    ])
  })

  it.each([
    [{ place_rank: 30, addresstype: "place" }, "rooftop"],
    [{ place_rank: 26, addresstype: "road" }, "street"],
    [{ place_rank: 16, addresstype: "city" }, "city"],
    [{ place_rank: 21, addresstype: "postcode" }, "postal"],
  ])("%j is %s", async (more, accuracy) => {
    host.answers(200, found(more))
    expect((await locate("nominatim"))?.accuracy).toBe(accuracy)
  })

  it("answers an empty list for what it does not know", async () => {
    host.answers(200, [])
    expect(await locate("nominatim")).toBeNull()
  })
})

describe("census", () => {
  const matches = (...addressMatches: object[]) => ({ result: { input: {}, addressMatches } })

  it("is asked for the parts of the address in its present benchmark", async () => {
    const coordinates = { x: -97.7166, y: 30.2638 }
    host.answers(200, matches({ matchedAddress: "2 OAK AVE, AUSTIN, TX, 78702", coordinates }))
    expect(await locate("census")).toEqual({ latitude: 30.2638, longitude: -97.7166, accuracy: "street" })
    expect(host.asked[0]).toMatchObject({
      path: "/geocoder/locations/address",
      query: {
        ...{ street: "2 Oak Ave", city: "Austin", state: "TX", zip: "78702" },
        ...{ benchmark: "Public_AR_Current", format: "json" },
      },
    })
  })

  it("knows neither what it finds no match for, nor other countries, which it is not asked about", async () => {
    host.answers(200, matches())
    expect(await locate("census")).toBeNull()
    expect(await locate("census", { ...oak, country: "CA" })).toBeNull()
    expect(host.asked).toHaveLength(1)
  })
})

describe("google", () => {
  const ok = (location_type: string, types: string[]) => ({
    status: "OK",
    results: [{ geometry: { location: { lat: 30.2638, lng: -97.7166 }, location_type }, types }],
  })

  it("is asked for the address within its country", async () => {
    host.answers(200, ok("ROOFTOP", ["street_address"]))
    expect(await locate("google")).toEqual({ latitude: 30.2638, longitude: -97.7166, accuracy: "rooftop" })
    expect(host.asked[0]).toMatchObject({
      path: "/maps/api/geocode/json",
      query: { address: "2 Oak Ave, Austin, TX 78702", components: "country:US", key: "AIzaKey" },
    })
  })

  it.each([
    ["RANGE_INTERPOLATED", ["street_address"], "street"],
    ["GEOMETRIC_CENTER", ["route"], "street"],
    ["APPROXIMATE", ["postal_code"], "postal"],
    ["APPROXIMATE", ["postal_code", "postal_code_prefix"], "postal"],
    ["APPROXIMATE", ["locality", "political"], "city"],
  ])("%s %j is %s", async (kind, types, accuracy) => {
    host.answers(200, ok(kind, types))
    expect((await locate("google"))?.accuracy).toBe(accuracy)
  })

  it.each(["OVER_QUERY_LIMIT", "OVER_DAILY_LIMIT", "REQUEST_DENIED", "UNKNOWN_ERROR"])(
    "is away when its status is %s",
    async (status) => {
      host.answers(200, { status, results: [], error_message: "no" })
      await expect(locate("google")).rejects.toThrow(GeocoderUnavailable)
    },
  )

  it.each(["ZERO_RESULTS", "INVALID_REQUEST"])("does not know the address when it is %s", async (status) => {
    host.answers(200, { status, results: [] })
    expect(await locate("google")).toBeNull()
  })
})
