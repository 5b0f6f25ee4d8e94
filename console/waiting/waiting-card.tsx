import { useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { EntriesTable } from "./entries-table.tsx"
import { WaitDialog } from "./wait-dialog.tsx"
import { entriesBy } from "./waiting-data.ts"

/** One customer's waiting entries, past ones included, and the way onto the list. */
export function WaitingCard({ customer }: { customer: { id: number; name: string } }) {
  const words = useWords().waiting
  const [isJoining, setJoining] = useState(false)
  const { data } = useQuery(entriesBy({ state: null, typeId: null, customerId: customer.id, cursor: null }))
  if (!data) return null
  return (
    <section class="card table" aria-labelledby="waits">
      <header>
        <h2 id="waits">{words.title}</h2>
        <button type="button" class="button" onClick={() => setJoining(true)}>
          <Icon name="plus" small /> {words.put}
        </button>
      </header>
      {data.data.length > 0 && <EntriesTable entries={data.data.toReversed()} />}
      {isJoining && <WaitDialog customer={customer} onClose={() => setJoining(false)} />}
    </section>
  )
}
