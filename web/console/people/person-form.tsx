/** Changes a person's name, email and role. A refusal that names a field stands beside it. */
import { useState } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { readSessionAgain, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { type Person, readPeopleAgain } from "./people-data.ts"
import { RoleField } from "./role-field.tsx"

export function PersonForm({ person, onClose }: { person: Person; onClose(): void }) {
  const words = useWords().people
  const { user } = useSession()
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const [role, setRole] = useState(person.role)
  const save = useWrite({
    mutationFn: () => api.updateUser({ id: person.id, name, email, role }),
    onSuccess: async () => {
      await readPeopleAgain()
      if (person.id === user.id) await readSessionAgain()
      onClose()
    },
  })
  const { failure } = save
  const errorOf = (field: string) =>
    failure instanceof Refusal && failure.field === field ? failure.message : null
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save.run(undefined)
        }}
      >
        <TextField
          label={words.name}
          required
          maxLength={200}
          autocomplete="off"
          value={name}
          onInput={setName}
          error={errorOf("name")}
        />
        <TextField
          label={words.email}
          type="email"
          required
          autocomplete="off"
          value={email}
          onInput={setEmail}
          error={errorOf("email")}
        />
        <RoleField value={role} onChange={setRole} />
        {errorOf("name") === null && errorOf("email") === null && <Refused error={failure} />}
        <button type="submit" class="button primary" disabled={save.isRunning}>
          {words.save}
        </button>
      </form>
    </Dialog>
  )
}
