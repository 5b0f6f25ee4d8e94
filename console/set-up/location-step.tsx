import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveLocationOver } from "../api/saves.ts"
import { countryOf } from "../customers/typed-contact.ts"
import { CheckField, TextField } from "../parts/field.tsx"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

type Draft = Record<"line1" | "line2" | "city" | "state" | "postal_code", string>

/** One location: the first one, where there is one already. Others are added in the settings. */
export function LocationStep({ setUp: { company, locations }, step }: StepProps) {
  const { setUp: words, customers } = useWords()
  const present = locations.find(({ active }) => active)
  const [name, setName] = useState(present?.name ?? "")
  const [isRemote, setRemote] = useState(present !== undefined && present.address === null)
  const [address, setAddress] = useState<Draft>(() => ({
    line1: present?.address?.line1 ?? "",
    line2: present?.address?.line2 ?? "",
    city: present?.address?.city ?? "",
    state: present?.address?.state ?? "",
    postal_code: present?.address?.postal_code ?? "",
  }))
  const typed = isRemote
    ? null
    : { ...address, line2: address.line2 || null, country: countryOf(address.postal_code) }
  const [opened] = useState(present)
  const save = useWrite({
    mutationFn: () => {
      if (!present) return api.createLocation({ name, timezone: company.timezone, address: typed })
      const hasMoved = JSON.stringify(typed) !== JSON.stringify(present.address)
      return saveLocationOver(opened!, {
        name,
        // Without its old coordinates a new address is looked up.
        ...(hasMoved ? { address: typed, latitude: null, longitude: null } : {}),
      })
    },
    onSuccess: async () => {
      await readAllAgain()
      goOn(step)
    },
  })
  const field = (name: keyof Draft) => ({
    label: customers.fields[name],
    required: name !== "line2",
    autocomplete: "off",
    value: address[name],
    onInput: (value: string) => setAddress({ ...address, [name]: value }),
  })
  return (
    <StepForm
      step={step}
      title={words.questions.location}
      hint={words.locationHint}
      onSubmit={() => save.run(undefined)}
      isRunning={save.isRunning}
      failure={save.failure}
    >
      <TextField
        label={words.locationName}
        required
        maxLength={200}
        autocomplete="off"
        value={name}
        onInput={setName}
      />
      {!isRemote && (
        <>
          <TextField {...field("line1")} />
          <TextField {...field("line2")} />
          <div class="pair-fields three">
            <TextField {...field("city")} />
            <TextField {...field("state")} />
            <TextField {...field("postal_code")} />
          </div>
        </>
      )}
      <CheckField label={words.noAddress} checked={isRemote} onChange={setRemote} />
    </StepForm>
  )
}
