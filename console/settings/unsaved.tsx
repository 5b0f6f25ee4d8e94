/** Asks before an address is left while something is typed that is not saved. */
import { useLayoutEffect, useState } from "preact/hooks"
import { Dialog } from "../parts/dialog.tsx"
import { guardLeaving } from "../router.ts"
import { useWords } from "../words/words.ts"

export function UnsavedGuard() {
  const words = useWords().settings
  const [leave, setLeave] = useState<{ go(): void } | null>(null)
  // Taken back as soon as the form is saved, before what then leaves the address.
  useLayoutEffect(() => guardLeaving((go) => setLeave({ go })), [])
  if (!leave) return null
  return (
    <Dialog
      title={words.unsavedQuestion}
      onClose={() => setLeave(null)}
      actions={
        <>
          <button type="button" class="button primary" onClick={() => setLeave(null)}>
            {words.stay}
          </button>
          <button type="button" class="button danger" onClick={leave.go}>
            {words.discard}
          </button>
        </>
      }
    >
      <p>{words.unsavedMeaning}</p>
    </Dialog>
  )
}
