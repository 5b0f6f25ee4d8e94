import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { shownPhone } from "../formats.ts"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

/** The number that codes, confirmations and reminders come from: the first one counts. */
export function NumberStep({ setUp: { channels }, step }: StepProps) {
  const words = useWords().setUp
  const present = channels.filter(({ kind }) => kind === "sms")
  const [phone, setPhone] = useState("")
  const register = useWrite({
    mutationFn: () => api.createChannel({ kind: "sms", phone: internationalNumber(phone) ?? "" }),
    onSuccess: async () => {
      await readAllAgain()
      goOn(step)
    },
  })
  if (present.length > 0)
    return (
      <StepForm step={step} title={words.questions.number} onSubmit={() => goOn(step)}>
        <ul class="card rows">
          {present.map(({ id, phone: each }) => (
            <li key={id}>
              <Icon name="phone" /> <div>{shownPhone(each)}</div>
            </li>
          ))}
        </ul>
      </StepForm>
    )
  return (
    <StepForm
      step={step}
      title={words.questions.number}
      hint={words.numberHint}
      onSubmit={() => register.run(undefined)}
      isRunning={register.isRunning}
      failure={register.failure}
    >
      <TextField
        label={words.number}
        type="tel"
        required
        autocomplete="off"
        value={phone}
        onInput={setPhone}
      />
    </StepForm>
  )
}
