import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveProvider } from "../api/saves.ts"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { hrefOf } from "../router.ts"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { AppointmentType } from "./set-up-data.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

const whereabouts = ["at_location", "at_customer", "remote"] as const

/** Adds types, one after the other. Those who work here already offer a new one too. */
export function TypeStep({ setUp: { types, locations, providers }, step }: StepProps) {
  const { setUp: words, settings } = useWords()
  const present = types.filter(({ active }) => active)
  const hasAddress = locations.some(({ address }) => address !== null)
  const [name, setName] = useState("")
  const [minutes, setMinutes] = useState("60")
  const [where, setWhere] = useState<AppointmentType["place"]>(hasAddress ? "at_location" : "remote")
  const [isPublic, setPublic] = useState(true)
  const add = useWrite({
    mutationFn: async () => {
      const type = await api.createAppointmentType({
        name,
        duration_minutes: Number(minutes),
        place: where,
        public_booking: isPublic,
      })
      for (const provider of providers)
        await saveProvider(provider, { appointment_type_ids: [...provider.appointment_type_ids, type.id] })
    },
    onSuccess: async () => {
      setName("")
      await readAllAgain()
      if (present.length === 0) goOn(step)
    },
  })
  const isBlank = name.trim() === ""
  return (
    <StepForm
      step={step}
      title={words.questions.type}
      hint={words.typeHint}
      onSubmit={() => (isBlank && present.length > 0 ? goOn(step) : add.run(undefined))}
      isRunning={add.isRunning}
      failure={add.failure}
      submit={!isBlank && present.length > 0 ? words.add : words.next}
    >
      {present.length > 0 && (
        <ul class="card rows">
          {present.map(({ id, name: each, blocks }) => (
            <li key={id}>
              <div>
                <a href={hrefOf(`/settings/types/${id}`)}>{each}</a>
              </div>
              <span class="hint">
                {blocks.length > 1
                  ? settings.days({ count: blocks.length })
                  : settings.minutes({ count: blocks[0]! })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={present.length > 0 ? words.anotherType : words.typeName}
        required={present.length === 0}
        maxLength={200}
        autocomplete="off"
        value={name}
        onInput={setName}
      />
      <div class="pair-fields">
        <Field label={words.length}>
          {(attributes) => (
            <input
              class="input"
              type="number"
              min={5}
              max={1440}
              step={5}
              required
              {...attributes}
              value={minutes}
              onInput={(event) => setMinutes(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={words.where}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={where}
              onChange={(event) => setWhere(event.currentTarget.value as AppointmentType["place"])}
            >
              {whereabouts.map((each) => (
                <option key={each} value={each}>
                  {words.whereabouts[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <CheckField label={words.onThePage} checked={isPublic} onChange={setPublic} />
    </StepForm>
  )
}
