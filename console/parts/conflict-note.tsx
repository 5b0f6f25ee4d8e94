/** Says that somebody else has changed the same meanwhile: what stands now, and which of the two is to stay. */
import type { ComponentChildren } from "preact"
import type { Conflict } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"

interface ConflictNoteProps {
  conflict: Conflict
  isRunning: boolean
  /** Names and values of the fields as they stand now. */
  children: ComponentChildren
  onKeepMine(): void
  onTakeTheirs(): void
}

export function ConflictNote({ conflict, isRunning, children, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  const words = useWords().shell.conflict
  return (
    <section key={conflict.now.version} class="conflict stack" role="alert" aria-label={words.title}>
      <p>
        <Icon name="warning" small /> {words.changed}
      </p>
      {children}
      <div class="row">
        <button type="button" class="button" disabled={isRunning} onClick={onKeepMine}>
          {words.keepMine}
        </button>
        <button type="button" class="button" disabled={isRunning} onClick={onTakeTheirs}>
          {words.takeTheirs}
        </button>
      </div>
    </section>
  )
}

/** The present values as plain text, for forms without a view of their own. */
export function ConflictFacts({ facts }: { facts: readonly { label: string; now: string | null }[] }) {
  const words = useWords().shell.conflict
  return (
    <dl class="facts">
      {facts.map(({ label, now }) => (
        <>
          <dt>{label}</dt>
          <dd>{now === null || now === "" ? words.nothing : now}</dd>
        </>
      ))}
    </dl>
  )
}
