/**
 * The form that begins a conversation: the key of the company, and who calls. It first says what a played
 * conversation changes.
 */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allChannels } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { Copied } from "./platform-screen.tsx"
import { begin, type Caller, type Conversation, isTestKey } from "./played.ts"

interface BeginFormProps {
  /** Null until the service has accepted a key. */
  playedKey: string | null
  onKey(key: string): void
  onBegun(conversation: Conversation): void
}

export function BeginForm({ playedKey, onKey, onBegun }: BeginFormProps) {
  return playedKey === null ? <KeyForm onKey={onKey} /> : <CallerForm apiKey={playedKey} onBegun={onBegun} />
}

function KeyForm({ onKey }: { onKey(key: string): void }) {
  const words = useWords().agents
  const { company } = useSession()
  const [typed, setTyped] = useState("")
  const make = useWrite({
    mutationFn: () => api.createTestCompany(),
    onSuccess: ({ api_key }) => onKey(api_key),
  })
  return (
    <section class="card" aria-labelledby="where">
      <header>
        <h2 id="where">{words.where}</h2>
      </header>
      <div class="content stack">
        <p>{words.whereHint}</p>
        {company.mode === "live" && (
          <>
            <button
              type="button"
              class="button primary"
              disabled={make.isRunning}
              onClick={() => make.run(undefined)}
            >
              {words.makeTest}
            </button>
            <p class="hint">{words.makeTestHint}</p>
            <Refused error={make.failure} />
          </>
        )}
        <details open={company.mode === "test"}>
          <summary>{words.orKey}</summary>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault()
              onKey(typed.trim())
            }}
          >
            <TextField
              label={words.keyField}
              hint={words.keyFieldHint}
              type="password"
              autocomplete="off"
              required
              minLength={10}
              value={typed}
              onInput={setTyped}
            />
            <button type="submit" class="button">
              {words.takeKey}
            </button>
          </form>
        </details>
      </div>
    </section>
  )
}

/** A number of the range that North America reserves for fiction. */
const storyNumber = "+15125550142"

function CallerForm({ apiKey, onBegun }: { apiKey: string; onBegun(conversation: Conversation): void }) {
  const words = useWords().agents
  const { data: channels } = useQuery(allChannels)
  const [medium, setMedium] = useState<Caller["medium"]>("voice")
  const [phone, setPhone] = useState(storyNumber)
  const [called, setCalled] = useState<string | null>(null)
  const [name, setName] = useState("")
  const [isSure, setSure] = useState(false)
  const isTest = isTestKey(apiKey)
  const number = called ?? channels?.find(({ kind }) => kind === medium)?.phone ?? ""
  const start = useWrite({
    mutationFn: () =>
      begin(apiKey, {
        medium,
        phone: internationalNumber(phone) ?? "",
        called: internationalNumber(number) ?? number,
        name: name.trim(),
      }),
    onSuccess: onBegun,
  })
  return (
    <section class="card" aria-label={words.begin}>
      <form
        class="content stack"
        onSubmit={(event) => {
          event.preventDefault()
          start.run(undefined)
        }}
      >
        {isTest ? (
          <>
            <p>{words.testKey}</p>
            <details>
              <summary>{words.keyField}</summary>
              <Copied text={apiKey} />
            </details>
          </>
        ) : (
          <div class="caution">
            <p>{words.liveKey}</p>
            <CheckField required label={words.liveSure} checked={isSure} onChange={setSure} />
          </div>
        )}
        <div class="pair-fields">
          <Field label={words.kind}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={medium}
                onInput={(event) => {
                  setMedium(event.currentTarget.value as Caller["medium"])
                  setCalled(null)
                }}
              >
                <option value="voice">{words.kinds.voice}</option>
                <option value="sms">{words.kinds.sms}</option>
              </select>
            )}
          </Field>
          <TextField label={words.called} type="tel" required value={number} onInput={setCalled} />
        </div>
        <div class="pair-fields">
          <TextField
            label={words.caller}
            hint={words.callerHint}
            type="tel"
            autocomplete="off"
            value={phone}
            onInput={setPhone}
          />
          {isTest && (
            <TextField
              label={words.callerName}
              hint={words.callerNameHint}
              autocomplete="off"
              maxLength={200}
              value={name}
              onInput={setName}
            />
          )}
        </div>
        <Refused error={start.failure} />
        <button type="submit" class="button primary" disabled={start.isRunning || (!isTest && !isSure)}>
          {words.begin}
        </button>
      </form>
    </section>
  )
}
