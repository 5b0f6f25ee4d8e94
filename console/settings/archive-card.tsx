/** Takes a record out of use for good. It says first what becomes of appointments. */
import { useState } from "preact/hooks"
import { isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import { readAllAgain } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

interface ArchiveCardProps {
  of: "locations" | "types" | "providers" | "resources"
  one: { id: number; name: string; active: boolean }
  archive(): Promise<unknown>
  /** Stops new bookings and keeps the old. */
  switchOff(): Promise<unknown>
}

export function ArchiveCard({ of, one, archive, switchOff }: ArchiveCardProps) {
  const words = useWords().settings
  const [isAsked, setAsked] = useState(false)
  return (
    <section class="card" aria-labelledby="archive">
      <header>
        <h2 id="archive">{words.archive}</h2>
      </header>
      <div class="content stack">
        <p class="hint">{words.archiveMeaning[of]}</p>
        <button type="button" class="button danger" onClick={() => setAsked(true)}>
          {words.archive}
        </button>
      </div>
      {isAsked && (
        <ArchiveDialog
          of={of}
          one={one}
          archive={archive}
          switchOff={switchOff}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}

function ArchiveDialog({ of, one, archive, switchOff, onClose }: ArchiveCardProps & { onClose(): void }) {
  const words = useWords().settings
  const end = useWrite({
    mutationFn: archive,
    onSuccess: async () => {
      notify({ text: words.archived({ name: one.name }) })
      go(`/settings/${of}`)
      await readAllAgain()
    },
  })
  const stop = useWrite({
    mutationFn: switchOff,
    onSuccess: async () => {
      await readAllAgain()
      notify({ text: words.saved })
      onClose()
    },
  })
  const { failure } = end
  const isInUse = isRefusal(failure, "in_use")
  return (
    <Dialog
      title={words.archiveQuestion({ name: one.name })}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button danger"
            disabled={end.isRunning}
            onClick={() => end.run(undefined)}
          >
            {words.archive}
          </button>
          {isInUse && one.active && (
            <button
              type="button"
              class="button"
              disabled={stop.isRunning}
              onClick={() => stop.run(undefined)}
            >
              {words.switchOff}
            </button>
          )}
          <button type="button" class="button" onClick={onClose}>
            {words.keep}
          </button>
        </>
      }
    >
      <p>{words.archiveMeaning[of]}</p>
      <Refused
        error={failure ?? stop.failure}
        text={
          isInUse &&
          words.inUse({
            appointments: failure.details.future_appointments,
            requests: failure.details.open_requests ?? 0,
          })
        }
      />
    </Dialog>
  )
}
