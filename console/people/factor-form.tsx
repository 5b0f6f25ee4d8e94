/** The company's rule about second factors. */

import { useState } from "preact/hooks"
import { CheckField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { useSaveSignIn } from "./save-sign-in.ts"

export function FactorForm() {
  const words = useWords().people
  const { user, company } = useSession()
  const { require_second_factor: isRequired, oidc } = company.sign_in
  const [isWanted, setWanted] = useState(isRequired)
  const save = useSaveSignIn()
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.run({ require_second_factor: isWanted })
      }}
    >
      <CheckField label={words.requireFactor} checked={isWanted} onChange={setWanted} />
      <p class="hint">{words.requireFactorHint}</p>
      {oidc && <p class="hint">{words.factorAtProvider}</p>}
      {isWanted && !isRequired && !user.second_factor && <p class="hint">{words.youNeedOne}</p>}
      <Refused error={save.failure} />
      <button type="submit" class="button" disabled={save.isRunning || isWanted === isRequired}>
        {words.save}
      </button>
    </form>
  )
}
