import { useState } from "preact/hooks"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { InlineForm } from "../parts/inline-form.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { Warned } from "../parts/warned.tsx"
import { Conflict } from "../saving.ts"
import { Part, refusal, State } from "./sample.tsx"

export function StateParts() {
  return (
    <>
      <Part file="states.tsx">
        <State of="loading">
          <Loading rows={3} />
        </State>
        <State of="empty, with the way on">
          <Empty icon="people" title="No providers yet" hint="Add the first one, so that customers can book.">
            <button type="button" class="button primary">
              <Icon name="plus" small /> Add a provider
            </button>
          </Empty>
        </State>
        <State of="failed: the API’s own sentence">
          <Failed error={refusal} retry={() => {}} />
        </State>
        <State of="failed: nobody answers">
          <Failed error={new TypeError("Failed to fetch")} retry={() => {}} />
        </State>
        <State of="refused, beside the button that met it">
          <Refused error={refusal} />
        </State>
        <State of="refused, in the screen’s own words">
          <Refused error={refusal} text="At 3:00 PM Ana Ruiz is with Carla Diaz." />
        </State>
      </Part>
      <Part file="warned.tsx">
        <Warned warning="Two dogs. Call before you open the gate." />
        <Warned warning="Owes for two visits.">
          <button type="button" class="button">
            Change
          </button>
        </Warned>
      </Part>
      <Conflicts />
      <InlineForms />
    </>
  )
}

function Conflicts() {
  const [isRunning, setRunning] = useState(false)
  const conflict = new Conflict({ version: 8 }, ["phone"])
  const facts = [
    { label: "Phone", now: "+1 512 555 0143" },
    { label: "Email", now: null },
  ]
  const note = (running: boolean) => (
    <ConflictNote
      conflict={conflict}
      isRunning={running}
      onKeepMine={() => setRunning(true)}
      onTakeTheirs={() => setRunning(false)}
    >
      <ConflictFacts facts={facts} />
    </ConflictNote>
  )
  return (
    <Part file="conflict-note.tsx">
      <State of="asks">{note(isRunning)}</State>
      <State of="while it is saved">{note(true)}</State>
    </Part>
  )
}

function InlineForms() {
  const [notes, setNotes] = useState("Ring twice")
  const conflict = new Conflict({ version: 8, notes: "Ring once" } as { version: number }, ["notes"])
  const form = (found: Conflict | null) => (
    <InlineForm
      save={{ conflict: found, failure: found, isRunning: false }}
      field={{ name: "notes", label: "Notes" }}
      onSave={() => {}}
      onDiscard={() => setNotes("")}
      onTakeTheirs={() => setNotes("Ring once")}
    >
      <TextField label="Notes" value={notes} onInput={setNotes} />
    </InlineForm>
  )
  return (
    <Part file="inline-form.tsx">
      <State of="edited">{form(null)}</State>
      <State of="somebody else was faster">{form(conflict)}</State>
    </Part>
  )
}
