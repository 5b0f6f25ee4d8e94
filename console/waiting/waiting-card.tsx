import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { EntriesTable } from "./entries-table.tsx"
import { entriesBy } from "./waiting-data.ts"

/** What one customer waits for and has waited for; nothing where they never did. */
export function WaitingCard({ customerId }: { customerId: number }) {
  const words = useWords().waiting
  const { data } = useQuery(entriesBy({ state: null, typeId: null, customerId, cursor: null }))
  if (!data || data.data.length === 0) return null
  return (
    <section class="card table" aria-labelledby="waits">
      <header>
        <h2 id="waits">{words.title}</h2>
      </header>
      <EntriesTable entries={data.data.toReversed()} />
    </section>
  )
}
