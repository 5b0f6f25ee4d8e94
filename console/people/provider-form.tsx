/** The company's own identity provider. Its secret is written here and never shown again. */

import { useState } from "preact/hooks"
import { CopyButton } from "../parts/copy-button.tsx"
import { TextField } from "../parts/field.tsx"
import { failureAt, Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { type Company, signInPath, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { type SignInSettings, useSaveSignIn } from "./save-sign-in.ts"

export function ProviderForm() {
  const words = useWords().people
  const { company } = useSession()
  const present = company.sign_in.oidc
  const [issuer, setIssuer] = useState(present?.issuer ?? "")
  const [clientId, setClientId] = useState(present?.client_id ?? "")
  const [secret, setSecret] = useState("")
  const save = useSaveSignIn(() => setSecret(""))
  const isSame = present !== null && present.issuer === issuer && present.client_id === clientId
  const { failure } = save
  const errorOf = (field: string) => failureAt(failure, `sign_in.oidc.${field}`)
  const isNamed = ["issuer", "client_id", "client_secret"].some((field) => errorOf(field) !== null)

  function submit(event: Event): void {
    event.preventDefault()
    const oidc: SignInSettings["oidc"] = {
      issuer,
      client_id: clientId,
      ...(secret !== "" && { client_secret: secret }),
    }
    save.run({ oidc })
  }

  return (
    <form class="stack" onSubmit={submit}>
      <p class="hint">{words.providerHint}</p>
      <TextField
        label={words.issuer}
        hint={words.issuerHint}
        required
        autocomplete="off"
        placeholder="https://"
        value={issuer}
        onInput={setIssuer}
        error={errorOf("issuer")}
      />
      <TextField
        label={words.clientId}
        required
        autocomplete="off"
        value={clientId}
        onInput={setClientId}
        error={errorOf("client_id")}
      />
      <TextField
        label={words.clientSecret}
        type="password"
        required={!isSame}
        autocomplete="off"
        {...(isSame && { hint: words.secretKept })}
        value={secret}
        onInput={setSecret}
        error={errorOf("client_secret")}
      />
      <Addresses company={company} />
      {!isNamed && <Refused error={failure} />}
      <div class="row">
        <button type="submit" class="button" disabled={save.isRunning}>
          {words.save}
        </button>
        {present && (
          <button type="button" class="button danger" onClick={() => save.run({ oidc: null })}>
            {words.removeProvider}
          </button>
        )}
      </div>
    </form>
  )
}

/** The addresses that the provider needs, and the one that people open. */
function Addresses({ company }: { company: Company }) {
  const words = useWords().people
  const { oidc } = company.sign_in
  if (company.public_slug === null) return <p class="hint">{words.slugNeeded}</p>
  if (!oidc) return null
  const signIn = `${location.origin}${hrefOf(`${signInPath}?company=${company.public_slug}`)}`
  return (
    <dl class="stack">
      {oidc.redirect_uri && <Address label={words.redirectUri} address={oidc.redirect_uri} />}
      <Address label={words.signInAddress} address={signIn} />
    </dl>
  )
}

function Address({ label, address }: { label: string; address: string }) {
  const { copy } = useWords().shell
  return (
    <div>
      <dt class="row spread hint">
        {label}
        <CopyButton text={address} label={`${copy}: ${label}`} plain />
      </dt>
      <dd>
        <code class="secret">{address}</code>
      </dd>
    </div>
  )
}
