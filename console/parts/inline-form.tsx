/**
 * A form that stands in place of what it changes. It is saved by its button and by Ctrl+Enter, and discarded by its button and by Escape,
 * which then closes nothing else.
 */
import type { ComponentChildren } from "preact"
import type { Saving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { ConflictFacts, ConflictNote } from "./conflict-note.tsx"
import { formKeys } from "./form-keys.ts"
import { Refused } from "./states.tsx"

interface InlineFormProps {
  save: Pick<Saving<never, unknown>, "conflict" | "failure" | "isRunning">
  /** The field of text whose present value is shown where somebody else was faster, and what it is called. */
  field?: { name: string; label: string }
  onSave(): void
  onDiscard(): void
  /** Reads what somebody else has saved meanwhile. */
  onTakeTheirs(): void
  children: ComponentChildren
}

export function InlineForm({ save, field, onSave, onDiscard, onTakeTheirs, children }: InlineFormProps) {
  const words = useWords().board
  const { conflict, failure, isRunning } = save
  const now = (name: string) => conflict!.now[name] as string | null
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      onKeyDown={formKeys(onDiscard)}
    >
      {children}
      {conflict ? (
        <ConflictNote {...{ conflict, isRunning, onTakeTheirs }} onKeepMine={onSave}>
          <ConflictFacts facts={field ? [{ label: field.label, now: now(field.name) }] : []} />
        </ConflictNote>
      ) : (
        <Refused error={failure} />
      )}
      <div class="row">
        <button type="submit" class="button primary" disabled={isRunning}>
          {words.saveNotes}
        </button>
        <button type="button" class="button" onClick={onDiscard}>
          {words.dropNotes}
        </button>
      </div>
    </form>
  )
}

/** Gives the field the focus once: a ref that is the same at every render is called once. */
export const focusOnce = (element: HTMLElement | null) => element?.focus()
