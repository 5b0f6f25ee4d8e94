/** Changes a person's name, email, role and language. */
import { api } from "../api/client.ts"
import { Dialog } from "../parts/dialog.tsx"
import { useSaving } from "../saving.ts"
import { readSessionAgain, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { type Person, readPeopleAgain } from "./people-data.ts"
import { PersonFields, type PersonInput } from "./person-fields.tsx"

export function PersonForm({ person, onClose }: { person: Person; onClose(): void }) {
  const words = useWords().people
  const { user } = useSession()
  const save = useSaving({
    record: person,
    read: (): Promise<Person> => api.readUser({ id: person.id }),
    send: (input: PersonInput & { if_version: number }) => api.updateUser({ id: person.id, ...input }),
    onSuccess: async () => {
      await readPeopleAgain()
      if (person.id === user.id) await readSessionAgain()
      onClose()
    },
  })
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <PersonFields
        begin={person}
        write={save}
        confirm={words.save}
        conflict={save.conflict}
        onTakeTheirs={async () => {
          onClose()
          await readPeopleAgain()
        }}
      />
    </Dialog>
  )
}
