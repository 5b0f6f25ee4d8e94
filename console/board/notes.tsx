/** What staff have written down about an appointment: read, and changed in place. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Refused } from "../parts/states.tsx"
import { useSaving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

export const mostNoteCharacters = 2_000

export function Notes({ appointment }: { appointment: Answer<"readAppointment"> }) {
  const words = useWords().board
  const { id, notes } = appointment
  /** Null while it is only read. */
  const [draft, setDraft] = useState<string | null>(null)
  const save = useSaving({
    record: keptOf(appointment),
    isEdited: draft !== null,
    read: async () => keptOf(await api.readAppointment({ id })),
    send: (input: Changes & { if_version: number }) => api.updateAppointment({ id, ...input }),
    onSuccess: async () => {
      await readAppointmentAgain(id)
      setDraft(null)
    },
  })
  const run = () => save.run({ notes: draft === null || draft.trim() === "" ? null : draft })
  const read = async () => {
    save.reset()
    setDraft(null)
    await readAppointmentAgain(id)
  }
  if (draft === null)
    return (
      <section>
        <div class="row spread">
          <h3>{words.notes}</h3>
          <button type="button" class="button plain" onClick={() => setDraft(notes ?? "")}>
            <Icon name="edit" small /> {notes === null ? words.addNotes : words.editNotes}
          </button>
        </div>
        {notes !== null && <p class="notes">{notes}</p>}
      </section>
    )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <Field label={words.notes} hint={words.notesHint}>
        {(attributes) => (
          <textarea
            class="input"
            rows={4}
            maxLength={mostNoteCharacters}
            {...attributes}
            ref={focusOnce}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        )}
      </Field>
      {save.conflict ? (
        <ConflictNote
          conflict={save.conflict}
          isRunning={save.isRunning}
          onKeepMine={run}
          onTakeTheirs={read}
        >
          <ConflictFacts facts={[{ label: words.notes, now: save.conflict.now.notes as string | null }]} />
        </ConflictNote>
      ) : (
        <Refused error={save.failure} />
      )}
      <div class="row">
        <button type="submit" class="button primary" disabled={save.isRunning}>
          {words.saveNotes}
        </button>
        <button type="button" class="button" onClick={() => setDraft(null)}>
          {words.dropNotes}
        </button>
      </div>
    </form>
  )
}

interface Changes {
  notes: string | null
}

const keptOf = ({ notes, notes_version }: Answer<"readAppointment">) => ({ notes, version: notes_version })

/** A ref that is the same at every render is called once. */
const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus()
