/** What staff have written down about an appointment: read, and changed in place. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

export const mostNoteCharacters = 2_000

export function Notes({ appointment: { id, notes } }: { appointment: Answer<"readAppointment"> }) {
  const words = useWords().board
  /** Null while it is only read. */
  const [draft, setDraft] = useState<string | null>(null)
  const save = useWrite({
    mutationFn: (text: string) => api.updateAppointment({ id, notes: text.trim() === "" ? null : text }),
    onSuccess: async () => {
      await readAppointmentAgain(id)
      setDraft(null)
    },
  })
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
        save.run(draft)
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
      <Refused error={save.failure} />
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

/** A ref that is the same at every render is called once. */
const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus()
