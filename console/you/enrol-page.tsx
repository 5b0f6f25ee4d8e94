/** All that a user sees whose company demands a second factor, until it is set up. */
import { useLayoutEffect } from "preact/hooks"
import { readSessionAgain, signOut, type User } from "../session.ts"
import { useWords } from "../words/words.ts"
import { SecondFactorForm } from "./second-factor.tsx"

export function EnrolPage({ user }: { user: User }) {
  const words = useWords()
  useLayoutEffect(() => {
    document.title = words.you.secondFactor
  }, [words])
  return (
    <main class="gate">
      <div class="gate-card">
        <h1>{words.you.secondFactor}</h1>
        <p class="hint">{words.you.factorNeeded}</p>
        <SecondFactorForm user={user} onDone={readSessionAgain} />
        <button type="button" class="button plain" onClick={signOut}>
          {words.signIn.signOut}
        </button>
      </div>
    </main>
  )
}
