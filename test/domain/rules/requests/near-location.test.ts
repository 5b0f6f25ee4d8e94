import { expect, it } from "vitest"
import { nearestTo } from "../../../../domain/rules/requests/near-location.ts"

const address = (city: string, state: string, postal_code: string) => ({
  ...{ line1: "1 Main St", line2: null, city, state, postal_code, country: "US" as const },
})
const nowhere = { latitude: null, longitude: null }
const austin = {
  name: "Austin",
  address: address("Austin", "TX", "78701"),
  latitude: 30.27,
  longitude: -97.74,
}
const denver = {
  name: "Denver",
  address: address("Denver", "CO", "80202"),
  latitude: 39.74,
  longitude: -104.99,
}
const dallas = { name: "Dallas", address: address("Dallas", "TX", "75201"), ...nowhere }

it("PG-03 the nearest to an address on the map, by distance", () => {
  const boulder = { address: null, latitude: 40.01, longitude: -105.27 }
  expect(nearestTo(boulder, [austin, denver])?.name).toBe("Denver")
})

it("PG-03 without points by the code, the city and the state that only one of them has", () => {
  const at = (city: string, state: string, code: string) =>
    nearestTo({ address: address(city, state, code), ...nowhere }, [denver, austin, dallas])?.name
  expect(at("austin", "TX", "78701")).toBe("Austin")
  expect(at("Dallas", "TX", "75299")).toBe("Dallas")
  expect(at("Aurora", "CO", "80010")).toBe("Denver")
})

it("PG-03 says nothing where several would do, or none", () => {
  const inTexas = { address: address("Waco", "TX", "76701"), ...nowhere }
  expect(nearestTo(inTexas, [denver, austin, dallas])).toBeNull()
  expect(nearestTo({ address: null, ...nowhere }, [denver, austin])).toBeNull()
})
