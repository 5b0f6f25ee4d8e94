/** The types that can be booked. */

import { allTypes } from "../api/lists.ts"
import { useWords } from "../words/words.ts"
import { RecordList } from "./record-list.tsx"

export default function TypesScreen() {
  const words = useWords().settings
  return (
    <RecordList
      of="types"
      icon="calendar"
      query={allTypes}
      about={({ blocks, place, kind }) =>
        [
          blocks.length > 1 ? words.days({ count: blocks.length }) : words.minutes({ count: blocks[0]! }),
          words.values.type.place[place],
          words.values.type.kind[kind],
        ].join(" · ")
      }
    />
  )
}
