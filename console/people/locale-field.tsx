/** The language in which the service mails a person: one of the console's, or the company's. */
import { Field } from "../parts/field.tsx"
import { localeNames, useWords, type Words } from "../words/words.ts"
import type { Person } from "./people-data.ts"

export type MailLocale = Person["locale"]

export const localeText = (words: Words["people"], locale: MailLocale): string =>
  locale === null ? words.companyLocale : localeNames[locale]

export function LocaleField({ value, onChange }: { value: MailLocale; onChange(locale: MailLocale): void }) {
  const words = useWords().people
  return (
    <Field label={words.locale}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={value ?? ""}
          onInput={({ currentTarget }) => onChange((currentTarget.value || null) as MailLocale)}
        >
          <option value="">{words.companyLocale}</option>
          {Object.entries(localeNames).map(([locale, name]) => (
            <option key={locale} value={locale} lang={locale}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
