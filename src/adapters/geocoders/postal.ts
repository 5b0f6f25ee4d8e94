/** The embedded geocoder: the middle of a ZIP code or of a Canadian forward sortation area, without a network. */
import type { Geocoder, Located } from "../../ports.ts"
import { readPostalTable } from "./postal-table.ts"

/** Reads its table at the first address, once. Knows the United States and Canada; of all else it says null. */
export function createPostalGeocoder(): Geocoder {
  let table: ReturnType<typeof readPostalTable> | null = null
  return {
    async locate({ country, postal_code }): Promise<Located | null> {
      if (country !== "US" && country !== "CA") return null
      table ??= readPostalTable()
      const point = (await table).find(country, postal_code)
      return point && { ...point, accuracy: "postal" }
    },
  }
}
