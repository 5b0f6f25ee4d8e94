import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { CheckField, TextField } from "../parts/field.tsx"
import { slugOf } from "../parts/slug-of.ts"
import { useSaving } from "../saving.ts"
import { readAllAgain } from "../session.ts"
import type { InputOf } from "../settings/controls.ts"
import { useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

export function PageStep({ setUp: { company }, step }: StepProps) {
  const words = useWords().setUp
  const [slug, setSlug] = useState(company.public_slug ?? slugOf(company.name))
  const [isOn, setOn] = useState(company.public_slug === null || company.public_booking_enabled)
  const save = useSaving({
    record: company,
    read: () => api.readCompany(),
    send: (input: InputOf<"updateCompany">) => api.updateCompany(input),
    onSuccess: async () => {
      await readAllAgain()
      goOn(step)
    },
  })
  return (
    <StepForm
      step={step}
      title={words.questions.page}
      hint={words.pageHint}
      onSubmit={() => save.run({ public_slug: slug, public_booking_enabled: isOn })}
      isRunning={save.isRunning}
      failure={save.failure}
    >
      <TextField
        label={words.slug}
        hint={words.slugHint}
        required
        minLength={3}
        maxLength={60}
        autocomplete="off"
        value={slug}
        onInput={setSlug}
      />
      <CheckField label={words.pageIsOn} checked={isOn} onChange={setOn} />
    </StepForm>
  )
}
