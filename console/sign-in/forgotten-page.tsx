/** A forgotten password: the service mails a link. It says the same whether it knows the email or not. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { isRefusal, sendSignIn } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { TextField } from "../parts/field.tsx"
import { failureAt, failureText } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { hostEntry } from "./host-entry.ts"

export default function ForgottenPage() {
  const words = useWords().signIn
  const [email, setEmail] = useState("")
  const [asked, setAsked] = useState<string | null>(null)
  const ask = useWrite({
    mutationFn: () => sendSignIn("POST", "/forgotten", { email }),
    onSuccess: () => setAsked(email),
  })
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    document.title = words.forgottenTitle
    form.current!.querySelector("input")?.focus()
  }, [words])
  const { failure } = ask
  const atEmail = failureAt(failure, "email")
  return (
    <main class="gate">
      <form
        ref={form}
        class="gate-card"
        aria-labelledby="forgotten"
        onSubmit={(event) => {
          event.preventDefault()
          ask.run(undefined)
        }}
      >
        <h1 id="forgotten">{words.forgottenTitle}</h1>
        {!hostEntry.mailsResets ? (
          <p>{words.forgottenAsk}</p>
        ) : asked !== null ? (
          <p role="status">{words.forgottenSent({ email: asked })}</p>
        ) : (
          <>
            <p class="hint">{words.forgottenHint}</p>
            <TextField
              label={words.email}
              type="email"
              autocomplete="username"
              required
              value={email}
              onInput={setEmail}
              error={atEmail}
            />
            <p class="refused" role="alert">
              {failure && atEmail === null
                ? isRefusal(failure, "rate_limited")
                  ? words.tooManyMails
                  : failureText(failure)
                : null}
            </p>
            <button type="submit" class="button primary big" disabled={ask.isRunning}>
              {words.mailLink}
            </button>
          </>
        )}
        <a class="back" href={hrefOf("/")}>
          {words.backToSignIn}
        </a>
      </form>
    </main>
  )
}
