/** A customer's data: handed over, archived, erased. The last two ask once more. */
import { useState } from "preact/hooks"
import { api, isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { download } from "../parts/download.ts"
import { TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type Customer, readCustomerAgain } from "./customer-data.ts"

type End = "archive" | "erase"

export function DataCard({ customer }: { customer: Customer }) {
  const words = useWords().customers
  const [end, setEnd] = useState<End | null>(null)
  const save = useWrite({
    mutationFn: () => api.exportCustomer({ id: customer.id }),
    onSuccess: (data) =>
      download(
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
        `customer-${customer.id}.json`,
      ),
  })
  return (
    <section class="card" aria-labelledby="data">
      <header>
        <h2 id="data">{words.data}</h2>
      </header>
      <div class="content stack">
        <div class="row">
          <button type="button" class="button" disabled={save.isRunning} onClick={() => save.run(undefined)}>
            {words.export}
          </button>
          <button type="button" class="button" onClick={() => setEnd("archive")}>
            {words.archive}
          </button>
          <button type="button" class="button danger" onClick={() => setEnd("erase")}>
            {words.erase}
          </button>
        </div>
        <Refused error={save.failure} />
      </div>
      {end && <EndDialog customer={customer} end={end} onClose={() => setEnd(null)} />}
    </section>
  )
}

/** Erasing cannot be undone, so the name is typed once more. */
function EndDialog({ customer, end, onClose }: { customer: Customer; end: End; onClose(): void }) {
  const words = useWords().customers
  const [typed, setTyped] = useState("")
  const run = useWrite({
    mutationFn: () => api.deleteCustomer({ id: customer.id, ...(end === "erase" && { erase: true }) }),
    onSuccess: async () => {
      await readCustomerAgain(customer.id)
      notify({ text: end === "erase" ? words.erased : words.archived })
      go("/customers")
    },
  })
  const isSure = end === "archive" || typed.trim().toLowerCase() === customer.name.toLowerCase()
  return (
    <Dialog title={end === "erase" ? words.eraseQuestion : words.archiveQuestion} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          run.run(undefined)
        }}
      >
        <p>{end === "erase" ? words.eraseMeaning : words.archiveMeaning}</p>
        {end === "erase" && (
          <TextField
            label={words.typeName({ name: customer.name })}
            value={typed}
            onInput={setTyped}
            autocomplete="off"
          />
        )}
        <Refused error={run.failure} text={isRefusal(run.failure, "in_use") ? words.inUse : null} />
        <div class="row">
          <button type="submit" class="button danger" disabled={!isSure || run.isRunning}>
            {end === "erase" ? words.erase : words.archive}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {words.keep}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
