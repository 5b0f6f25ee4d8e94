import { useEffect, useState } from "preact/hooks"
import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { botCheckElementId } from "../commands.ts"
import { canSend, Form, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { useOwnWords } from "../words.ts"
import { OtherNumber } from "./other-number.tsx"

const codeLength = 6

const digitsOf = (text: string) => text.replace(/\D/g, "").slice(0, codeLength)

/** Asks for the texted code, which the visitor types or pastes, or the phone fills in. */
export function Code({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { pending, sent, draft } = state
  const onSend = () => {
    if (!pending && canSend({ state, commands }, ["code"])) commands.verify(draft.code)
  }
  return (
    <StepFrame
      heading={own.enterCode}
      lead={own.codeSent({ lastDigits: (sent?.phone ?? "").slice(-2) })}
      underway={pending ? own.checkingCode : null}
    >
      <NoticeBox state={state} commands={commands} />
      <Form invalid={state.invalid} onSend={onSend}>
        <TextField
          state={state}
          commands={commands}
          field="code"
          isFirst
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={pending}
          format={digitsOf}
          onTyped={(code) => code.length === codeLength && commands.verify(code)}
        />
        <div id={botCheckElementId} />
        <button type="submit" class="button primary" aria-disabled={pending}>
          {pending ? own.checkingCode : state.held === "over" ? own.goOnAndHold : own.goOn}
        </button>
      </Form>
      <div>
        <Resend key={sent?.verificationId} state={state} commands={commands} />
        <OtherNumber commands={commands} />
      </div>
    </StepFrame>
  )
}

/** Sends another code, after a visible wait. */
function Resend({ state, commands }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const [seconds, setSeconds] = useState(state.sent?.resendAfterSeconds ?? 0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [seconds])
  if (seconds > 0) return <p class="note">{own.resendIn({ wait: formats.wait(seconds) })}</p>
  return (
    <button type="button" class="quiet resend" onClick={commands.sendCode}>
      {own.resend}
    </button>
  )
}
