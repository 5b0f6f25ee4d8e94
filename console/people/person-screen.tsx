/** One person: who it is, how they sign in, where they are signed in, and what an admin may do about it. */

import { useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { KeyCap } from "../parts/key-cap.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { AccessCard } from "./access-card.tsx"
import { type Person, personOf, stateOf } from "./people-data.ts"
import { stateTags } from "./people-screen.tsx"
import { PersonForm } from "./person-form.tsx"
import { SessionsCard } from "./sessions-card.tsx"

export default function PersonScreen({ params }: ScreenProps) {
  const words = useWords().people
  const { data: person, error, refetch } = useQuery(personOf(Number(params.id)))
  const back = <BackLink to="/people" name={words.title} />
  if (person) return <PersonCards key={person.id} person={person} lead={back} />
  return (
    <Page title={words.person} lead={back}>
      {error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Page>
  )
}

function PersonCards({ person, lead }: { person: Person; lead: preact.ComponentChildren }) {
  const { people: words, you } = useWords()
  const { company } = useSession()
  const [isEditing, setEditing] = useState(false)
  const state = stateOf(person, company.sign_in.oidc !== null)
  useKeys([{ key: "e", does: words.edit, run: () => setEditing(true) }])
  return (
    <Page title={person.name} note={you.role[person.role]} lead={lead}>
      <div class="cards">
        <section class="card" aria-labelledby="account">
          <header>
            <h2 id="account">{words.account}</h2>
            <button type="button" class="button plain" onClick={() => setEditing(true)}>
              {words.edit} <KeyCap of="E" />
            </button>
          </header>
          <dl class="facts content">
            <dt>{words.email}</dt>
            <dd>{person.email}</dd>
            <dt>{words.role}</dt>
            <dd>
              {you.role[person.role]}
              <p class="hint">{words.roleMeanings[person.role]}</p>
            </dd>
            <dt>{words.state}</dt>
            <dd>
              <span class={stateTags[state]}>{words.states[state]}</span>
            </dd>
          </dl>
          <footer>
            <a href={hrefOf(`/people/audit?actor=user:${person.id}`)}>{words.doings}</a>
          </footer>
        </section>
        <AccessCard person={person} />
        <SessionsCard person={person} />
      </div>
      {isEditing && <PersonForm person={person} onClose={() => setEditing(false)} />}
    </Page>
  )
}
