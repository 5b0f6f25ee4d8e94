/** Retell's account: its key, by which its posts are known, and the address that they go to. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { CopyButton } from "../parts/copy-button.tsx"
import { TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { readAllAgain, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"

export function RetellCard() {
  const words = useWords().agents
  const { company } = useSession()
  const { retell } = company.agent
  const [apiKey, setApiKey] = useState("")
  const save = useWrite({
    mutationFn: (account: { api_key: string } | null) => api.updateCompany({ agent: { retell: account } }),
    async onSuccess() {
      setApiKey("")
      await readAllAgain()
    },
  })
  return (
    <section class="card" aria-labelledby="retell">
      <header>
        <h2 id="retell">Retell</h2>
      </header>
      <form
        class="content stack"
        onSubmit={(event) => {
          event.preventDefault()
          save.run({ api_key: apiKey })
        }}
      >
        <p class="hint">{words.retellHint}</p>
        {retell?.webhook_url && (
          <>
            <p class="secret">
              <code>{retell.webhook_url}</code>
            </p>
            <CopyButton text={retell.webhook_url} />
          </>
        )}
        <TextField
          label={retell ? words.retellNewKey : words.retellKey}
          type="password"
          autocomplete="off"
          required
          maxLength={200}
          value={apiKey}
          onInput={setApiKey}
        />
        <Refused error={save.failure} />
        <div class="row">
          <button type="submit" class="button" disabled={save.isRunning}>
            {words.retellSave}
          </button>
          {retell && (
            <button
              type="button"
              class="button plain"
              disabled={save.isRunning}
              onClick={() => save.run(null)}
            >
              {words.retellEnd}
            </button>
          )}
        </div>
      </form>
    </section>
  )
}
