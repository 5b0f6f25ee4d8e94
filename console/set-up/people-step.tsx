import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveProvider } from "../api/saves.ts"
import { TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { Provider } from "./set-up-data.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

/** Adds people, one after the other. Each offers every type until the settings say otherwise. */
export function PeopleStep({ setUp: { types, providers }, step }: StepProps) {
  const words = useWords().setUp
  const present = providers.filter(({ active }) => active)
  const active = types.filter((type) => type.active).map(({ id }) => id)
  const [name, setName] = useState("")
  const add = useWrite({
    mutationFn: () => api.createProvider({ name, appointment_type_ids: active }),
    onSuccess: async () => {
      setName("")
      await readAllAgain()
    },
  })
  const offerAll = useWrite({
    mutationFn: (provider: Provider) => saveProvider(provider, { appointment_type_ids: active }),
    onSuccess: readAllAgain,
  })
  const isBlank = name.trim() === ""
  return (
    <StepForm
      step={step}
      title={words.questions.people}
      hint={words.peopleHint}
      onSubmit={() => (isBlank ? goOn(step) : add.run(undefined))}
      isRunning={add.isRunning}
      failure={add.failure}
      submit={isBlank ? words.next : words.add}
    >
      {present.length > 0 && (
        <ul class="card rows">
          {present.map((provider) => {
            const { id, name: each, appointment_type_ids: offered } = provider
            const count = active.filter((type) => offered.includes(type)).length
            return (
              <li key={id}>
                <div>
                  <a href={hrefOf(`/settings/providers/${id}`)}>{each}</a>
                </div>
                <span class="hint">{words.offers({ count, all: active.length })}</span>
                {count < active.length && (
                  <button type="button" class="button" onClick={() => offerAll.run(provider)}>
                    {words.offerAll}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Refused error={offerAll.failure} />
      <TextField
        label={present.length > 0 ? words.anotherPerson : words.personName}
        required={present.length === 0}
        maxLength={200}
        autocomplete="off"
        value={name}
        onInput={setName}
      />
    </StepForm>
  )
}
