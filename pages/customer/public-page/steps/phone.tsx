import { useEffect } from "preact/hooks"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { botCheckElementId } from "../commands.ts"
import { groupedPhone } from "../draft-fields.ts"
import { canSend, Form, TextField } from "../form.tsx"
import { NoticeBox } from "../notice-box.tsx"
import { useOwnWords } from "../words.ts"
import { ExistingOnly } from "./existing-only.tsx"

/** Asks for the number that a code is texted to. */
export function Phone({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { wish, lookingFor, pending, view } = state
  useEffect(commands.prepareCode, [])
  const onSend = () => {
    if (!pending && canSend({ state, commands }, ["phone"])) commands.sendCode()
  }
  const isForLinks = !wish && lookingFor === "links"
  const useOfWish = state.waits ? own.numberToWait : own.numberUse
  const use = wish ? useOfWish : isForLinks ? own.numberForLinks : own.numberForRequests
  return (
    <StepFrame
      heading={isForLinks ? own.findAppointment : own.yourNumber}
      lead={use}
      underway={pending ? own.sendingCode : null}
    >
      {wish && <ExistingOnly view={view} />}
      <NoticeBox state={state} commands={commands} />
      <Form invalid={state.invalid} onSend={onSend}>
        <TextField
          state={state}
          commands={commands}
          field="phone"
          isFirst
          isPhone
          autoComplete="tel"
          hint={isForLinks ? own.numberBookedWith : own.numberHint}
          readOnly={pending}
          format={groupedPhone}
        />
        <div id={botCheckElementId} />
        <button type="submit" class="button primary" aria-disabled={pending}>
          {pending ? own.sendingCode : own.sendCode}
        </button>
      </Form>
    </StepFrame>
  )
}
