/** What can be booked. */
import { useWords } from "../words/words.ts"
import { RecordList } from "./record-list.tsx"
import { allTypes } from "./settings-data.ts"

export default function TypesScreen() {
  const words = useWords().settings
  return (
    <RecordList
      of="types"
      icon="calendar"
      query={allTypes}
      about={({ blocks, place, kind }) =>
        [
          blocks.length > 1 ? words.days(blocks.length) : words.minutes(blocks[0]!),
          words.values.type.place[place],
          words.values.type.kind[kind],
        ].join(" · ")
      }
    />
  )
}
