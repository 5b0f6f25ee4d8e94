/**
 * The embedded geocoder: the middle of a ZIP code or of a Canadian forward sortation area, and of the city where an
 * address has no postal code; without a network.
 */
import type { Geocoder, Located } from "../../ports.ts"
import { readCityTable } from "./city-table.ts"
import { readPostalTable } from "./postal-table.ts"

/** Reads each table at the first address that asks for it, once. Knows the United States and Canada, and says null of all else. */
export function createPostalGeocoder(): Geocoder {
  let codes: ReturnType<typeof readPostalTable> | null = null
  let cities: ReturnType<typeof readCityTable> | null = null
  return {
    async locate({ country, postal_code, city, state }): Promise<Located | null> {
      if (country !== "US" && country !== "CA") return null
      if (postal_code.trim() === "") {
        cities ??= readCityTable()
        const middle = (await cities).find(country, city, state)
        return middle && { ...middle, accuracy: "city" }
      }
      codes ??= readPostalTable()
      const point = (await codes).find(country, postal_code)
      return point && { ...point, accuracy: "postal" }
    },
  }
}
