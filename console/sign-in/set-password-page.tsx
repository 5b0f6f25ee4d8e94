/**
 * The page on which a user chooses a password, after an invitation or a lost password. The token stands after the #,
 * so that no server or log sees it, and is removed from the address at once.
 */

import { useLayoutEffect, useState } from "preact/hooks"
import { api, isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { NewPasswordField } from "../parts/field.tsx"
import { failureAt, failureText } from "../parts/states.tsx"
import type { SignIn } from "../session.ts"
import { useWords } from "../words/words.ts"

export function SetPasswordPage({ onDone }: { onDone(sent: SignIn): void }) {
  const words = useWords().signIn
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState("")
  const set = useWrite({
    mutationFn: () => api.resetPassword({ token, new_password: password }),
    onSuccess: ({ email }) => onDone({ email, password }),
  })
  useLayoutEffect(() => {
    document.title = words.choosePassword
    history.replaceState(null, "", location.pathname)
  }, [words])
  const { failure } = set
  const atPassword = failureAt(failure, "new_password")
  return (
    <main class="gate">
      <form
        class="gate-card"
        aria-labelledby="choose-password"
        onSubmit={(event) => {
          event.preventDefault()
          set.run(undefined)
        }}
      >
        <h1 id="choose-password">{words.choosePassword}</h1>
        {token === "" ? (
          <p class="refused" role="alert">
            {words.linkIncomplete}
          </p>
        ) : (
          <>
            <NewPasswordField
              label={words.password}
              hint={words.choosePasswordHint}
              value={password}
              onInput={setPassword}
              error={atPassword}
            />
            <p class="refused" role="alert">
              {failure && atPassword === null
                ? isRefusal(failure, "reset_link_ended")
                  ? words.linkOver
                  : failureText(failure)
                : null}
            </p>
            <button type="submit" class="button primary big" disabled={set.isRunning}>
              {words.setPassword}
            </button>
          </>
        )}
      </form>
    </main>
  )
}
