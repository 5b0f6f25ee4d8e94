/** Rooms and equipment that appointments take. */
import { allLocations, allResources } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { RecordList } from "./record-list.tsx"

export default function ResourcesScreen() {
  const words = useWords().settings
  const { data: locations } = useQuery(allLocations)
  const nameOf = (id: number) => locations?.find((one) => one.id === id)?.name ?? `#${id}`
  return (
    <RecordList
      of="resources"
      icon="map"
      query={allResources}
      about={({ kind, group, location_id }) =>
        [words.values.resource.kind[kind], group, nameOf(location_id)].join(" · ")
      }
    />
  )
}
