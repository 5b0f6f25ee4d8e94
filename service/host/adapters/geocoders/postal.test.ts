import { describe, expect, it } from "vitest"
import { distanceKm } from "../../../../domain/rules/service-areas/geodesy.ts"
import { createPostalGeocoder, readPostalTable } from "./postal.ts"

const geocoder = createPostalGeocoder()
const { signal } = new AbortController()

function locate(postal_code: string, country = "US") {
  const address = { line1: "1 Main St", line2: null, city: "Anywhere", state: "XX", postal_code, country }
  return geocoder.locate(address, signal)
}

describe("the embedded geocoder", () => {
  it("knows nearly all codes of both countries", async () => {
    const { count } = await readPostalTable()
    expect(count).toEqual({ US: 42_249, CA: 1_611 })
  })

  it.each([
    ["78701", "US", 30.27, -97.74],
    ["10001", "US", 40.75, -73.99],
    ["00901", "US", 18.46, -66.11],
    ["99801", "US", 58.36, -134.5],
    ["M5V 2T6", "CA", 43.64, -79.39],
    ["V6B1A1", "CA", 49.28, -123.11],
  ])("places %s within ten kilometres of its city", async (code, country, latitude, longitude) => {
    const found = await locate(code, country)
    expect(found?.accuracy).toBe("postal")
    expect(distanceKm(found!, { latitude, longitude })).toBeLessThan(10)
  })

  it.each([
    ["Austin", "TX", "US", 30.27, -97.74],
    ["austin ", "texas", "US", 30.27, -97.74],
    ["St. Louis", "MO", "US", 38.63, -90.2],
    ["Toronto", "ON", "CA", 43.65, -79.38],
    ["Montréal", "Québec", "CA", 45.5, -73.57],
    ["Halifax", "Nova Scotia", "CA", 44.65, -63.58],
  ])("AG-08 places %s, %s in %s without a postal code", async (city, state, country, latitude, longitude) => {
    const address = { line1: "1 Main St", line2: null, city, state, postal_code: "", country }
    const found = await geocoder.locate(address, signal)
    expect(found?.accuracy).toBe("city")
    expect(distanceKm(found!, { latitude, longitude })).toBeLessThan(10)
  })

  it.each([
    ["Austin", "TX", "US", "78701", 20],
    ["Toronto", "ON", "CA", "M5V", 30],
  ])("FX-05 knows all codes of %s with their middles", async (city, state, country, code, atLeast) => {
    const address = { line1: "1 Main St", line2: null, city, state, postal_code: "", country }
    const { cityCodes } = (await geocoder.locate(address, signal))!
    expect(cityCodes!.length).toBeGreaterThan(atLeast)
    const { latitude, longitude } = (await locate(code, country))!
    expect(cityCodes).toContainEqual([code, latitude, longitude])
    expect((await locate(code, country))!.cityCodes).toBeUndefined()
  })

  it.each([
    ["Austin", "XX", "US"],
    ["Austin", "ON", "US"],
    ["Toronto", "TX", "CA"],
    ["", "TX", "US"],
    ["Nowhereville", "TX", "US"],
  ])("knows nothing of a city %s, %s in %s", async (city, state, country) => {
    const address = { line1: "1 Main St", line2: null, city, state, postal_code: "", country }
    expect(await geocoder.locate(address, signal)).toBeNull()
  })

  it("reads a code however it is written, and a ZIP+4 as its ZIP", async () => {
    const zip = await locate("78701")
    expect(await locate(" 78701-1234 ")).toEqual(zip)
    expect(await locate("787011234")).toEqual(zip)
    expect(await locate("m5v2t6", "CA")).toEqual(await locate("M5V", "CA"))
  })

  it.each([
    ["00000", "US"],
    ["7870", "US"],
    ["M5V 2T6", "US"],
    ["78701", "CA"],
    ["D0D 0D0", "CA"],
    ["75001", "FR"],
    ["", "US"],
  ])("knows nothing of %s in %s", async (code, country) => {
    expect(await locate(code, country)).toBeNull()
  })
})
