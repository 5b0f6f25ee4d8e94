/** Setting up the second factor and switching it off. */
import { useState } from "preact/hooks"
import { type Answer, api, isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { TextField } from "../parts/field.tsx"
import { failureText, Refused } from "../parts/states.tsx"
import type { User } from "../session.ts"
import { useWords } from "../words/words.ts"

/** In groups of four, to be typed. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret

function useSentence() {
  const words = useWords().you
  return (error: Error | null): string | null => {
    if (error === null) return null
    if (isRefusal(error, "wrong_password")) return words.wrongPassword
    return isRefusal(error, "wrong_code") ? words.wrongCode : failureText(error)
  }
}

interface FactorProps {
  user: User
  onDone(): void
}

export function SecondFactorForm({ user, onDone }: FactorProps) {
  return user.second_factor ? <SwitchOff onDone={onDone} /> : <SetUp onDone={onDone} />
}

function SetUp({ onDone }: { onDone(): void }) {
  const words = useWords().you
  const sentence = useSentence()
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const [begun, setBegun] = useState<Answer<"beginSecondFactor"> | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const begin = useWrite({
    mutationFn: () => api.beginSecondFactor({ password }),
    onSuccess: setBegun,
  })
  const confirm = useWrite({
    mutationFn: () => api.confirmSecondFactor({ code }),
    onSuccess: ({ recovery_codes }) => setRecovery(recovery_codes),
  })
  if (recovery)
    return (
      <div class="stack">
        <h3>{words.recoveryCodes}</h3>
        <p class="hint">{words.recoveryHint}</p>
        <ul class="codes">
          {recovery.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ul>
        <button type="button" class="button primary" onClick={onDone}>
          {words.kept}
        </button>
      </div>
    )
  if (begun)
    return (
      <form class="stack" onSubmit={run(confirm)}>
        <p>{words.secret}</p>
        <code class="secret">{grouped(begun.secret)}</code>
        <a href={begun.otpauth_url}>{words.openApp}</a>
        <TextField
          label={words.code}
          autocomplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onInput={setCode}
          error={sentence(confirm.failure)}
        />
        <button type="submit" class="button primary" disabled={confirm.isRunning}>
          {words.confirm}
        </button>
      </form>
    )
  return (
    <form class="stack" onSubmit={run(begin)}>
      <PasswordShown value={password} onInput={setPassword} error={sentence(begin.failure)} />
      <button type="submit" class="button" disabled={begin.isRunning}>
        {words.begin}
      </button>
    </form>
  )
}

function SwitchOff({ onDone }: { onDone(): void }) {
  const words = useWords().you
  const sentence = useSentence()
  const [password, setPassword] = useState("")
  const [code, setCode] = useState("")
  const remove = useWrite({
    mutationFn: () => api.removeSecondFactor({ password, code }),
    onSuccess: onDone,
  })
  return (
    <form class="stack" onSubmit={run(remove)}>
      <PasswordShown value={password} onInput={setPassword} error={null} />
      <TextField label={words.code} autocomplete="one-time-code" required value={code} onInput={setCode} />
      <Refused error={remove.failure && new Error(sentence(remove.failure) ?? "")} />
      <button type="submit" class="button danger" disabled={remove.isRunning}>
        {words.remove}
      </button>
    </form>
  )
}

interface PasswordShownProps {
  value: string
  onInput(value: string): void
  error: string | null
}

function PasswordShown(props: PasswordShownProps) {
  const label = useWords().you.currentPassword
  return <TextField label={label} type="password" autocomplete="current-password" required {...props} />
}

const run = (write: { run(input: undefined): void }) => (event: Event) => {
  event.preventDefault()
  write.run(undefined)
}
