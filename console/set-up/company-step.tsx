import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { shownPhone } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { useSaving } from "../saving.ts"
import { readAllAgain } from "../session.ts"
import type { InputOf } from "../settings/controls.ts"
import { localeNames, useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

type CustomersLocale = StepProps["setUp"]["company"]["locale"]

export function CompanyStep({ setUp: { company }, step }: StepProps) {
  const words = useWords().setUp
  const [name, setName] = useState(company.name)
  const [zone, setZone] = useState(company.timezone)
  const [phone, setPhone] = useState(shownPhone(company.phone ?? ""))
  const [locale, setLocale] = useState(company.locale)
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
      title={words.questions.company}
      onSubmit={() => save.run({ name, timezone: zone, phone: internationalNumber(phone), locale })}
      isRunning={save.isRunning}
      failure={save.failure}
    >
      <TextField label={words.companyName} required maxLength={200} value={name} onInput={setName} />
      <Field label={words.zone} hint={words.zoneHint}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={zone}
            onChange={(event) => setZone(event.currentTarget.value)}
          >
            {zonesWith(company.timezone).map((each) => (
              <option key={each} value={each}>
                {each.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={words.companyPhone}
        hint={words.companyPhoneHint}
        type="tel"
        autocomplete="off"
        value={phone}
        onInput={setPhone}
      />
      <Field label={words.customersLanguage}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={locale}
            onChange={(event) => setLocale(event.currentTarget.value as CustomersLocale)}
          >
            {Object.entries(localeNames).map(([code, language]) => (
              <option key={code} value={code}>
                {language}
              </option>
            ))}
          </select>
        )}
      </Field>
    </StepForm>
  )
}

/** Every zone that the browser knows, and the company's own, whose name may be a newer or an older one. */
const zonesWith = (own: string) => [...new Set([own, ...Intl.supportedValuesOf("timeZone")])].sort()
