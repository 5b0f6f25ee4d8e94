/** The actions on an endpoint. One that can't be taken back asks once more. */

import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveEndpoint } from "../api/saves.ts"
import { instantAt, localDate } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { CheckField, TextField } from "../parts/field.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Question } from "../parts/question.tsx"
import { Refused } from "../parts/states.tsx"
import { go, goWithQuery } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type Endpoint, keepSecret, readEndpointsAgain } from "./endpoint-data.ts"
import { EndpointForm } from "./endpoint-form.tsx"
import { SecretOnce } from "./secret-once.tsx"

type Asked = "edit" | "recover" | "secret" | "off" | "delete"

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { endpoints: words, ...general } = useWords().developers
  const { id, enabled } = endpoint
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setAsked(null)
  const test = useWrite({
    mutationFn: () => api.testWebhookEndpoint({ id }),
    onSuccess: async (delivery) => {
      await readEndpointsAgain()
      goWithQuery({ delivery: String(delivery.id), cursor: null })
    },
  })
  const switchOn = useWrite({
    mutationFn: () => saveEndpoint(endpoint, { enabled: true }),
    onSuccess: async () => {
      await readEndpointsAgain()
      notify({ text: words.switchedOn })
    },
  })
  const sendTest = () => test.run(undefined)
  useKeys([
    { key: "t", does: words.test, run: sendTest },
    { key: "e", does: words.edit, run: () => setAsked("edit") },
  ])
  const told = (text: string) => async () => {
    await readEndpointsAgain()
    notify({ text })
  }
  return (
    <div class="row">
      <Refused error={test.failure ?? switchOn.failure} />
      {!enabled && (
        <button
          type="button"
          class="button primary"
          disabled={switchOn.isRunning}
          onClick={() => switchOn.run(undefined)}
        >
          {words.switchOn}
        </button>
      )}
      <button type="button" class="button" disabled={test.isRunning} onClick={sendTest}>
        {words.test} <KeyCap of="T" />
      </button>
      <button type="button" class="button" onClick={() => setAsked("edit")}>
        {words.edit} <KeyCap of="E" />
      </button>
      <button
        type="button"
        class="button"
        disabled={!enabled}
        title={enabled ? undefined : words.switchOnFirst}
        onClick={() => setAsked("recover")}
      >
        {words.recover}
      </button>
      <button type="button" class="button" onClick={() => setAsked("secret")}>
        {words.newSecret}
      </button>
      {enabled && (
        <button type="button" class="button" onClick={() => setAsked("off")}>
          {words.switchOff}
        </button>
      )}
      <button type="button" class="button danger" onClick={() => setAsked("delete")}>
        {general.delete}
      </button>
      {asked === "edit" && <EndpointForm endpoint={endpoint} onClose={close} />}
      {asked === "recover" && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {asked === "secret" && (
        <Question
          title={words.newSecretQuestion}
          text={words.newSecretMeaning}
          confirm={words.newSecret}
          run={async () => {
            const rotated = await api.rotateWebhookSecret({ id })
            keepSecret(id, rotated.secret)
            setSecret(rotated.secret)
          }}
          onDone={readEndpointsAgain}
          onClose={close}
        />
      )}
      {asked === "off" && (
        <Question
          title={words.switchOffQuestion}
          text={words.switchOffMeaning}
          confirm={words.switchOff}
          run={() => saveEndpoint(endpoint, { enabled: false })}
          onDone={told(words.switchedOff)}
          onClose={close}
        />
      )}
      {asked === "delete" && (
        <Question
          title={words.deleteQuestion}
          text={words.deleteMeaning}
          confirm={general.delete}
          run={() => api.deleteWebhookEndpoint({ id })}
          onDone={() => {
            go("/developers")
            return told(words.deleted)()
          }}
          onClose={close}
        />
      )}
      {secret !== null && (
        <SecretOnce
          title={words.secret}
          text={words.secretOnce}
          secret={secret}
          done={words.done}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

/** Recovers from when it began to fail, or else from yesterday, unless another time is set. */
function RecoverDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const words = useWords().developers.endpoints
  const { timezone } = useSession().company
  const first = endpoint.failing_since ?? Date.now()
  const day = localDate(first, timezone)
  const [date, setDate] = useState(endpoint.failing_since === null ? addDays(day, -1) : day)
  const [time, setTime] = useState("00:00")
  const [beforeCreation, setBeforeCreation] = useState(false)
  const recover = useWrite({
    mutationFn: () =>
      api.recoverWebhookEndpoint({
        id: endpoint.id,
        since: instantAt(timezone, date, time),
        before_creation: beforeCreation,
      }),
    onSuccess: async ({ recovered, left_out: leftOut }) => {
      await readEndpointsAgain()
      const said = [
        words.recovered({ count: recovered }),
        leftOut.before_creation > 0 && words.leftOutBefore({ count: leftOut.before_creation }),
        leftOut.imported > 0 && words.leftOutImported({ count: leftOut.imported }),
      ]
      notify({ text: said.filter(Boolean).join(" ") })
      onClose()
    },
  })
  return (
    <Dialog title={words.recoverTitle} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          recover.run(undefined)
        }}
      >
        <p>{words.recoverMeaning}</p>
        <div class="pair-fields">
          <TextField label={words.date} type="date" required value={date} onInput={setDate} />
          <TextField label={words.time} type="time" required value={time} onInput={setTime} />
        </div>
        <CheckField label={words.beforeCreation} checked={beforeCreation} onChange={setBeforeCreation} />
        <Refused error={recover.failure} />
        <button type="submit" class="button primary" disabled={recover.isRunning}>
          {words.recoverNow}
        </button>
      </form>
    </Dialog>
  )
}
