/** The company's locations. */

import { allLocations } from "../api/lists.ts"
import { useWords } from "../words/words.ts"
import { RecordList } from "./record-list.tsx"

export default function LocationsScreen() {
  const words = useWords().settings
  return (
    <RecordList
      of="locations"
      icon="map"
      query={allLocations}
      about={({ address, timezone }) =>
        `${address ? `${address.line1}, ${address.city}` : words.noAddress} · ${timezone.replaceAll("_", " ")}`
      }
    />
  )
}
