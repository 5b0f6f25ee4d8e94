/** Invites an admin to a company: somebody new, or one who lost the way in. */
import { useState } from "preact/hooks"
import { isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { failureAt, Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { InvitedShown } from "./invited-shown.tsx"
import {
  type Admin,
  type Invited,
  inviteAdmin,
  type OperatedCompany,
  readOperatedAgain,
} from "./operator-data.ts"

interface AdminDialogProps {
  company: OperatedCompany
  onClose(): void
}

export function AdminDialog({ company, onClose }: AdminDialogProps) {
  const words = useWords().operator
  const [first] = company.admins
  const [name, setName] = useState(first?.name ?? "")
  const [email, setEmail] = useState(first?.email ?? "")
  const [made, setMade] = useState<Invited | null>(null)
  const invite = useWrite({
    mutationFn: (admin: Admin) => inviteAdmin(company.id, admin),
    onSuccess: async (invited) => {
      setMade(invited)
      await readOperatedAgain()
    },
  })
  const { failure } = invite
  const [atName, atEmail] = [failureAt(failure, "name"), failureAt(failure, "email")]
  return (
    <Dialog title={words.inviteTo({ company: company.name })} onClose={onClose}>
      {made ? (
        <InvitedShown invited={made} name={name} />
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            invite.run({ name, email })
          }}
        >
          <p class="hint">{words.inviteHint}</p>
          <TextField
            label={words.adminName}
            required
            maxLength={200}
            autocomplete="off"
            value={name}
            onInput={setName}
            error={atName}
          />
          <TextField
            label={words.adminEmail}
            type="email"
            required
            autocomplete="off"
            value={email}
            onInput={setEmail}
            error={failure && isRefusal(failure, "email_taken") ? words.isMember : atEmail}
          />
          {failure && !isRefusal(failure, "email_taken") && atName === null && atEmail === null && (
            <Refused error={failure} />
          )}
          <button type="submit" class="button primary" disabled={invite.isRunning}>
            {words.makeLink}
          </button>
        </form>
      )}
    </Dialog>
  )
}
