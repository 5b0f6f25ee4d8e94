/** Makes a user without a password, and the link by which the user chooses one. No mail is sent: the link is handed over. */
import { useState } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { LinkShown } from "./link-shown.tsx"
import { readPeopleAgain } from "./people-data.ts"
import { type Role, RoleField } from "./role-field.tsx"

export function InviteDialog({ onClose }: { onClose(): void }) {
  const words = useWords().people
  const { company } = useSession()
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>("member")
  const [link, setLink] = useState<{ url: string | null; expires_at: string } | null>(null)
  const invite = useWrite({
    mutationFn: async () => {
      const { id } = await api.createUser({ name, email, role })
      return api.createResetLink({ id })
    },
    onSuccess: async (made) => {
      setLink(made)
      await readPeopleAgain()
    },
  })
  const { failure } = invite
  const errorOf = (field: string) =>
    failure instanceof Refusal && failure.field === field ? failure.message : null
  if (link)
    return (
      <Dialog title={words.invited(name)} onClose={onClose}>
        <LinkShown link={link} hint={words.invitedHint(email)} />
        {company.sign_in.oidc && <p class="hint">{words.invitedByProvider}</p>}
      </Dialog>
    )
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          invite.run(undefined)
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
        {failure && errorOf("name") === null && errorOf("email") === null && <Refused error={failure} />}
        <button type="submit" class="button primary" disabled={invite.isRunning}>
          {words.makeLink}
        </button>
      </form>
    </Dialog>
  )
}
