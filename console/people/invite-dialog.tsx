/** Makes a user without a password, and the link by which the user chooses one. Where the host mails, a mail brings it. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { LinkShown } from "./link-shown.tsx"
import { readPeopleAgain } from "./people-data.ts"
import { PersonFields, type PersonInput } from "./person-fields.tsx"

const blank: PersonInput = { name: "", email: "", role: "member", provider_id: null, locale: null }

interface Invited {
  person: PersonInput
  link: Answer<"createResetLink">
}

export function InviteDialog({ onClose }: { onClose(): void }) {
  const words = useWords().people
  const { company } = useSession()
  const [made, setMade] = useState<Invited | null>(null)
  const invite = useWrite({
    mutationFn: async (person: PersonInput) => {
      const { id } = await api.createUser(person)
      return { person, link: await api.createResetLink({ id, mail: true }) }
    },
    onSuccess: async (invited) => {
      setMade(invited)
      await readPeopleAgain()
    },
  })
  if (made)
    return (
      <Dialog title={words.invited({ name: made.person.name })} onClose={onClose}>
        <LinkShown
          link={made.link}
          hint={(made.link.mailed ? words.invitedByMail : words.invitedHint)({ email: made.person.email })}
          zone={company.timezone}
        />
        {company.sign_in.oidc && <p class="hint">{words.invitedByProvider}</p>}
      </Dialog>
    )
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <PersonFields begin={blank} write={invite} confirm={words.makeLink} />
    </Dialog>
  )
}
