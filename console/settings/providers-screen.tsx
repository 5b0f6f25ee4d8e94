/** The people who do the work. */

import { allProviders, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { RecordList } from "./record-list.tsx"

export default function ProvidersScreen() {
  const words = useWords().settings
  const { data: types } = useQuery(allTypes)
  const nameOf = (id: number) => types?.find((type) => type.id === id)?.name ?? "…"
  return (
    <RecordList
      of="providers"
      icon="people"
      query={allProviders}
      about={({ appointment_type_ids: ids }) =>
        ids.length === 0 ? words.offersNothing : ids.map(nameOf).join(", ")
      }
    />
  )
}
