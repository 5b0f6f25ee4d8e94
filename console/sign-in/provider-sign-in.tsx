/** Signing in with the company's own account: the company is named by its word, which this browser remembers. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Refusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { TextField } from "../parts/field.tsx"
import { failureText } from "../parts/states.tsx"
import { type Address, useAddress } from "../router.ts"
import { leaveForProvider, signInPath } from "../session.ts"
import { useWords } from "../words/words.ts"

const rememberedKey = "appointed.console.company"

/** True where the address names a company that uses such a sign-in, or a refusal by its provider. */
export const isAboutProvider = ({ path, query }: Address): boolean =>
  path === signInPath && (query.has("company") || query.has("refused"))

export function ProviderSignIn() {
  const words = useWords().signIn
  const address = useAddress()
  const { path, query } = address
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isAboutProvider(address)) button.current?.focus()
  }, [])
  const named = path === signInPath ? query.get("company") : null
  const known = named ?? localStorage.getItem(rememberedKey) ?? ""
  const refused = path === signInPath ? query.get("refused") : null
  const [company, setCompany] = useState(known)
  const [isOpen, setOpen] = useState(known !== "" || refused !== null)
  const leave = useWrite({
    mutationFn: async () => {
      const word = company.trim().toLowerCase()
      await leaveForProvider(word)
      localStorage.setItem(rememberedKey, word)
    },
  })
  const sentence = (code: string) => words.refusals[code as keyof typeof words.refusals]
  const { failure } = leave
  const problem = failure
    ? (failure instanceof Refusal && sentence(failure.code)) || failureText(failure)
    : refused && !leave.isRunning
      ? (sentence(refused) ?? words.refusals.identity_not_proven)
      : null
  if (!isOpen)
    return (
      <button type="button" class="button big" onClick={() => setOpen(true)}>
        {words.byProvider}
      </button>
    )
  return (
    <form
      aria-label={words.byProvider}
      onSubmit={(event) => {
        event.preventDefault()
        leave.run(undefined)
      }}
    >
      <TextField
        label={words.companyWord}
        hint={words.companyWordHint}
        autocomplete="organization"
        required
        value={company}
        onInput={setCompany}
      />
      <p class="refused" role="alert">
        {problem}
      </p>
      <button ref={button} type="submit" class="button big" disabled={leave.isRunning}>
        {words.byProvider}
      </button>
    </form>
  )
}
