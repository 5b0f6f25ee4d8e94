/** Signing in: email and password, then the code or the company where the service asks for one. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { isRefusal } from "../api/client.ts"
import { Field, TextField } from "../parts/field.tsx"
import { failureText } from "../parts/states.tsx"
import { hrefOf, useAddress } from "../router.ts"
import { type SignIn, signIn } from "../session.ts"
import { useWords } from "../words/words.ts"
import { hostEntry } from "./host-entry.ts"
import { forgottenPath, signUpPath } from "./paths.ts"
import { isAboutProvider, ProviderSignIn } from "./provider-sign-in.tsx"

interface Choice {
  id: number
  name: string
}

interface SignInPageProps {
  hasEnded: boolean
  /** A password that was chosen by a link a moment ago. */
  chosen: SignIn | null
}

export function SignInPage({ hasEnded, chosen }: SignInPageProps) {
  const words = useWords().signIn
  const [sent, setSent] = useState<SignIn>(chosen ?? { email: "", password: "" })
  const [companies, setCompanies] = useState<Choice[] | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isByProvider = isAboutProvider(useAddress())

  useLayoutEffect(() => {
    document.title = words.title
  }, [words])
  // The field that was added last gets the focus.
  useLayoutEffect(() => {
    const fields = form.current!.querySelectorAll<HTMLElement>("input, select")
    if (companies || asksCode) fields[fields.length - 1]?.focus()
    else if (chosen) form.current!.querySelector<HTMLElement>("[type=submit]")?.focus()
    else if (!isByProvider) fields[0]?.focus()
  }, [companies, asksCode, chosen, isByProvider])

  const change = (fields: Partial<SignIn>) => setSent({ ...sent, ...fields })

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    setRunning(true)
    setProblem(null)
    try {
      await signIn(sent)
    } catch (error) {
      take(error as Error)
      setRunning(false)
    }
  }

  function take(error: Error): void {
    if (isRefusal(error, "second_factor_needed")) setAsksCode(true)
    else if (isRefusal(error, "choose_company")) {
      setCompanies(error.details.companies)
      change({ company_id: error.details.companies[0]!.id })
    } else if (isRefusal(error, "wrong_credentials")) setProblem(words.wrong)
    else if (isRefusal(error, "wrong_second_factor")) setProblem(words.wrongCode)
    else if (isRefusal(error, "rate_limited")) setProblem(words.tooMany)
    else setProblem(failureText(error))
  }

  return (
    <main class="gate">
      <div class="gate-card">
        <form ref={form} onSubmit={submit} aria-labelledby="sign-in">
          <h1 id="sign-in">{words.title}</h1>
          {chosen ? <p class="hint">{words.passwordSet}</p> : hasEnded && <p class="hint">{words.ended}</p>}
          <TextField
            label={words.email}
            type="email"
            autocomplete="username"
            required
            value={sent.email}
            onInput={(email) => change({ email })}
          />
          <TextField
            label={words.password}
            type="password"
            autocomplete="current-password"
            required
            value={sent.password}
            onInput={(password) => change({ password })}
          />
          {companies && (
            <Field label={words.company}>
              {(attributes) => (
                <select
                  class="input"
                  {...attributes}
                  value={sent.company_id}
                  onChange={(event) => change({ company_id: Number(event.currentTarget.value) })}
                >
                  {companies.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {asksCode && (
            <TextField
              label={words.code}
              hint={words.codeHint}
              autocomplete="one-time-code"
              inputMode="text"
              required
              value={sent.code ?? ""}
              onInput={(code) => change({ code })}
            />
          )}
          <p class="refused" role="alert">
            {problem}
          </p>
          <button type="submit" class="button primary big" disabled={isRunning}>
            {isRunning ? words.signingIn : words.signIn}
          </button>
          {hostEntry.mailsResets ? (
            <a class="back" href={hrefOf(forgottenPath)}>
              {words.forgottenTitle}
            </a>
          ) : (
            <p class="hint">{words.forgotten}</p>
          )}
        </form>
        <hr />
        <ProviderSignIn />
        {hostEntry.signUp && (
          <p class="hint">
            {words.noCompanyYet} <a href={hrefOf(signUpPath)}>{words.signUp}</a>
          </p>
        )}
      </div>
    </main>
  )
}
