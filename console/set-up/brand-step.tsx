import { useRef, useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Field } from "../parts/field.tsx"
import { useSaving } from "../saving.ts"
import type { Company } from "../session.ts"
import { readAllAgain } from "../session.ts"
import type { InputOf } from "../settings/controls.ts"
import { useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

export function BrandStep({ setUp: { company }, step }: StepProps) {
  const words = useWords().setUp
  const [colour, setColour] = useState(company.brand.accent_color)
  const file = useRef<HTMLInputElement>(null)
  const save = useSaving({
    record: company,
    read: () => api.readCompany(),
    send: (input: InputOf<"updateCompany">) => api.updateCompany(input),
    asSent: (field, value) =>
      field === "brand" ? { accent_color: (value as Company["brand"]).accent_color } : value,
    onSuccess: async () => {
      await readAllAgain()
      goOn(step)
    },
  })
  const upload = useWrite({
    mutationFn: (image: Blob) => api.uploadLogo({ image }),
    onSuccess: readAllAgain,
  })
  return (
    <StepForm
      step={step}
      title={words.questions.brand}
      hint={words.brandHint}
      onSubmit={() =>
        colour === company.brand.accent_color ? goOn(step) : save.run({ brand: { accent_color: colour } })
      }
      isRunning={save.isRunning}
      failure={save.failure ?? upload.failure}
    >
      <Field label={words.colour}>
        {(attributes) => (
          <input
            class="input colour"
            type="color"
            {...attributes}
            value={colour}
            onInput={(event) => setColour(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="field">
        <span class="hint">{words.logo}</span>
        <div class="row logo-row">
          {company.brand.logo_url && <img src={company.brand.logo_url} alt={words.logo} />}
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label={words.logo}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              if (chosen) upload.run(chosen)
              // The same file can be chosen again after a refusal.
              event.currentTarget.value = ""
            }}
          />
          <button
            type="button"
            class="button"
            disabled={upload.isRunning}
            onClick={() => file.current!.click()}
          >
            {words.chooseLogo}
          </button>
        </div>
        <p class="hint">{words.logoHint}</p>
      </div>
    </StepForm>
  )
}
