/** The people who work for the company and sign in. */

import { useState } from "preact/hooks"
import { allPeople } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { InviteDialog } from "./invite-dialog.tsx"
import { type Person, stateOf } from "./people-data.ts"
import { PeopleTabs } from "./people-tabs.tsx"

export default function PeopleScreen() {
  const words = useWords().people
  const [isInviting, setInviting] = useState(false)
  const { data, error, refetch } = useQuery(allPeople)
  useKeys([{ key: "i", does: words.invite, run: () => setInviting(true) }])
  return (
    <Page
      title={words.title}
      lead={<PeopleTabs shown="people" />}
      tools={
        <button type="button" class="button primary" onClick={() => setInviting(true)}>
          <Icon name="plus" small /> {words.invite} <KeyCap of="I" />
        </button>
      }
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : (
        <People people={data} />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}

export const stateTags = { active: "tag ok", invited: "tag warn", disabled: "tag bad" } as const

function People({ people }: { people: readonly Person[] }) {
  const { people: words, you } = useWords()
  const { user, company } = useSession()
  const hasProvider = company.sign_in.oidc !== null
  return (
    <section class="card table" aria-label={words.title}>
      <table class="stacks">
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.state}</th>
            <th>{words.role}</th>
            <th>{you.secondFactor}</th>
            <th>{words.email}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => {
            const state = stateOf(person, hasProvider)
            return (
              <tr key={person.id}>
                <td class="subject">
                  <a class="opens" href={hrefOf(`/people/${person.id}`)}>
                    <strong>{person.name}</strong>
                  </a>{" "}
                  {person.id === user.id && <span class="hint">{words.thatIsYou}</span>}
                </td>
                <td class="outcome">
                  <span class={stateTags[state]}>{words.states[state]}</span>
                </td>
                <td>{you.role[person.role]}</td>
                <td class="far">{person.second_factor ? you.factorOn : you.factorOff}</td>
                <td class="named">{person.email}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
