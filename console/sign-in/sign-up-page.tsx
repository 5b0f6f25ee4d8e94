/** A company that somebody makes for themselves, on a host that lets everybody in. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type ProofChallenge, solveProof } from "../../ui/proof-of-work.ts"
import { isRefusal, sendSignIn } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { NewPasswordField, TextField } from "../parts/field.tsx"
import { slugOf } from "../parts/slug-of.ts"
import { failureAt, failureText } from "../parts/states.tsx"
import { zoneOfBrowser } from "../parts/zone-options.tsx"
import { go, hrefOf } from "../router.ts"
import { signIn } from "../session.ts"
import { useWords } from "../words/words.ts"
import { hostEntry } from "./host-entry.ts"
import { ZoneField } from "./zone-field.tsx"

interface SignedUp {
  company_id: number | null
  proof: "mail" | "none"
}

const fieldNames = ["company", "timezone", "slug", "name", "email", "password"] as const

export default function SignUpPage() {
  const words = useWords().signIn
  useLayoutEffect(() => {
    document.title = words.signUpTitle
  }, [words])
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  return (
    <main class="gate">
      <div class="gate-card">
        <h1 id="sign-up">{words.signUpTitle}</h1>
        {hostEntry.signUp === null ? (
          <p>{words.signUpClosed}</p>
        ) : mailedTo === null ? (
          <SignUpForm proof={hostEntry.signUp.proof} onMailed={setMailedTo} />
        ) : (
          <p role="status">{words.signUpMailed({ email: mailedTo })}</p>
        )}
        <a class="back" href={hrefOf("/")}>
          {words.backToSignIn}
        </a>
      </div>
    </main>
  )
}

interface SignUpFormProps {
  proof: "mail" | "none"
  onMailed(email: string): void
}

function SignUpForm({ proof, onMailed }: SignUpFormProps) {
  const words = useWords().signIn
  const [company, setCompany] = useState("")
  const [timezone, setTimezone] = useState(zoneOfBrowser)
  const [slug, setSlug] = useState<string | null>(null)
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const form = useRef<HTMLFormElement>(null)
  const shownSlug = slug ?? slugOf(company)
  const make = useWrite({
    mutationFn: async () => {
      const challenge = await sendSignIn<ProofChallenge>("POST", "/sign-up/challenge", {})
      const word = shownSlug.trim()
      return sendSignIn<SignedUp>("POST", "/sign-up", {
        company,
        timezone,
        slug: word === "" ? null : word,
        name,
        email,
        ...(proof === "none" ? { password } : {}),
        botCheck: (await solveProof(challenge)) ?? "",
      })
    },
    onSuccess: async ({ company_id }) => {
      if (company_id === null) return onMailed(email)
      await signIn({ email, password, company_id })
      go("/", { replace: true })
    },
  })
  useLayoutEffect(() => form.current!.querySelector("input")!.focus(), [])
  const { failure } = make
  const at = (field: (typeof fieldNames)[number]) => failureAt(failure, field)
  const isTaken = failure !== null && isRefusal(failure, "slug_taken")
  const isAtField = fieldNames.some((field) => at(field) !== null)
  return (
    <form
      ref={form}
      aria-labelledby="sign-up"
      onSubmit={(event) => {
        event.preventDefault()
        make.run(undefined)
      }}
    >
      <TextField
        label={words.companyName}
        autocomplete="organization"
        required
        maxLength={200}
        value={company}
        onInput={setCompany}
        error={at("company")}
      />
      <ZoneField value={timezone} onChange={setTimezone} error={at("timezone")} />
      <TextField
        label={words.bookingAddress}
        hint={words.bookingAddressHint}
        autocomplete="off"
        maxLength={60}
        value={shownSlug}
        onInput={setSlug}
        error={isTaken ? words.addressTaken : at("slug")}
      />
      <TextField
        label={words.yourName}
        autocomplete="name"
        required
        maxLength={200}
        value={name}
        onInput={setName}
        error={at("name")}
      />
      <TextField
        label={words.email}
        type="email"
        autocomplete="username"
        required
        value={email}
        onInput={setEmail}
        error={at("email")}
        {...(proof === "mail" ? { hint: words.signUpProof } : {})}
      />
      {proof === "none" && (
        <NewPasswordField
          label={words.password}
          hint={words.choosePasswordHint}
          value={password}
          onInput={setPassword}
          error={at("password")}
        />
      )}
      <p class="refused" role="alert">
        {failure && !isAtField
          ? isRefusal(failure, "rate_limited")
            ? words.tooManySignUps
            : failureText(failure)
          : null}
      </p>
      <button type="submit" class="button primary big" disabled={make.isRunning}>
        {make.isRunning ? words.signingUp : words.signUp}
      </button>
    </form>
  )
}
