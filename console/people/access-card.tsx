/** How a person comes in: the password's link, the second factor, and whether at all. What ends access asks once more. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveUser } from "../api/saves.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Question } from "../parts/question.tsx"
import { Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { LinkShown } from "./link-shown.tsx"
import { type Person, readPeopleAgain } from "./people-data.ts"

const changes = ["resetFactor", "disable", "remove"] as const
type Change = (typeof changes)[number]

export function AccessCard({ person }: { person: Person }) {
  const { people: words, you } = useWords()
  const { company } = useSession()
  const [change, setChange] = useState<Change | null>(null)
  const [link, setLink] = useState<Answer<"createResetLink"> | null>(null)
  const makeLink = useWrite({
    mutationFn: () => api.createResetLink({ id: person.id, mail: true }),
    onSuccess: setLink,
  })
  const enable = useWrite({
    mutationFn: () => saveUser(person, { active: true }),
    onSuccess: readPeopleAgain,
  })
  return (
    <section class="card" aria-labelledby="access">
      <header>
        <h2 id="access">{words.access}</h2>
      </header>
      <ul class="rows">
        <li>
          <div>
            <strong>{you.password}</strong>
            <p class="hint">{person.password_set ? words.passwordChosen : words.passwordMissing}</p>
          </div>
          <button
            type="button"
            class="button"
            disabled={makeLink.isRunning || !person.active}
            onClick={() => makeLink.run(undefined)}
          >
            {person.password_set ? words.resetPassword : words.inviteAgain}
          </button>
        </li>
        <li>
          <div>
            <strong>{you.secondFactor}</strong>
            <p class="hint">{person.second_factor ? you.factorOn : you.factorOff}</p>
          </div>
          {person.second_factor && (
            <button type="button" class="button" onClick={() => setChange("resetFactor")}>
              {words.actions.resetFactor}
            </button>
          )}
        </li>
      </ul>
      <footer class="row">
        {person.active ? (
          <button type="button" class="button danger" onClick={() => setChange("disable")}>
            {words.actions.disable}
          </button>
        ) : (
          <button type="button" class="button" onClick={() => enable.run(undefined)}>
            {words.enable}
          </button>
        )}
        <button type="button" class="button danger" onClick={() => setChange("remove")}>
          {words.actions.remove}
        </button>
        <Refused error={makeLink.failure ?? enable.failure} />
      </footer>
      {change && <ChangeQuestion person={person} change={change} onClose={() => setChange(null)} />}
      {link && (
        <Dialog title={words.linkFor({ name: person.name })} onClose={() => setLink(null)}>
          <LinkShown
            link={link}
            hint={link.mailed ? words.linkMailed({ email: person.email }) : words.linkHint}
            zone={company.timezone}
          />
        </Dialog>
      )}
    </section>
  )
}

interface ChangeQuestionProps {
  person: Person
  change: Change
  onClose(): void
}

function ChangeQuestion({ person, change, onClose }: ChangeQuestionProps) {
  const { id, name } = person
  const words = useWords().people
  const changes = {
    resetFactor: () => api.removeUsersSecondFactor({ id }),
    disable: () => saveUser(person, { active: false }),
    remove: () => api.deleteUser({ id }),
  }
  return (
    <Question
      title={words.questions[change]({ name })}
      text={words.meanings[change]}
      confirm={words.actions[change]}
      keep={words.keep}
      run={changes[change]}
      onDone={async () => {
        notify({ text: words.done[change]({ name }) })
        if (change === "remove") go("/people")
        await readPeopleAgain()
      }}
      onClose={onClose}
    />
  )
}
