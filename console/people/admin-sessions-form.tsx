/** Shorter sessions for admins, who can do everything. */
import { useState } from "preact/hooks"
import { CheckField, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { useSaveSignIn } from "./save-sign-in.ts"

const usual = { idle_minutes: 30, longest_hours: 12 }

export function AdminSessionsForm() {
  const words = useWords().people
  const present = useSession().company.sign_in.admin_sessions
  const [isShorter, setShorter] = useState(present !== null)
  const [idle, setIdle] = useState(String((present ?? usual).idle_minutes))
  const [longest, setLongest] = useState(String((present ?? usual).longest_hours))
  const save = useSaveSignIn()
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = { idle_minutes: Number(idle), longest_hours: Number(longest) }
        save.run({ admin_sessions: isShorter ? wanted : null })
      }}
    >
      <CheckField label={words.shorter} checked={isShorter} onChange={setShorter} />
      <p class="hint">{words.usualSessions}</p>
      {isShorter && (
        <div class="pair-fields">
          <TextField
            label={words.idleMinutes}
            type="number"
            min={5}
            max={720}
            required
            value={idle}
            onInput={setIdle}
          />
          <TextField
            label={words.longestHours}
            type="number"
            min={1}
            max={336}
            required
            value={longest}
            onInput={setLongest}
          />
        </div>
      )}
      <Refused error={save.failure} />
      <button type="submit" class="button" disabled={save.isRunning}>
        {words.save}
      </button>
    </form>
  )
}
