/** The notes that staff have on an appointment: read, and changed in place. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { Field } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { focusOnce, InlineForm } from "../parts/inline-form.tsx"
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
  const end = () => {
    save.reset()
    setDraft(null)
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
    <InlineForm
      save={save}
      field={{ name: "notes", label: words.notes }}
      onSave={() => save.run({ notes: draft.trim() === "" ? null : draft })}
      onDiscard={end}
      onTakeTheirs={async () => {
        end()
        await readAppointmentAgain(id)
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
    </InlineForm>
  )
}

interface Changes {
  notes: string | null
}

const keptOf = ({ notes, notes_version }: Answer<"readAppointment">) => ({ notes, version: notes_version })
