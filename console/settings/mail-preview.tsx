/** A company's mails as a customer would read them, by the functions that write mails. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { ChoiceField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { type Locale, localeNames, useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"

interface Sample {
  purpose: NonNullable<InputOf<"previewMail">["purpose"]>
  locale: Locale
}

const sampleOf = (sample: Sample) => ({
  queryKey: ["mail-preview", sample] as const,
  queryFn: () => api.previewMail(sample),
})

export function MailPreview() {
  const words = useWords().settings
  const { company } = useSession()
  const [sample, setSample] = useState<Sample>({ purpose: "confirmation", locale: company.locale })
  const { data, error } = useQuery(sampleOf(sample))
  return (
    <section class="told" aria-label={words.mailPreview}>
      <h3>{words.mailPreview}</h3>
      <div class="row">
        <ChoiceField
          label={words.mailSample}
          of={choicesOf(words.mailSamples)}
          value={sample.purpose}
          onChoose={(purpose) => setSample({ ...sample, purpose })}
        />
        <ChoiceField
          label={words.mailLanguage}
          of={choicesOf(localeNames)}
          value={sample.locale}
          onChoose={(locale) => setSample({ ...sample, locale })}
        />
      </div>
      <Refused error={error} />
      {data?.from === null && <p class="hint">{words.noMailHost}</p>}
      {data && (
        <figure>
          {data.from !== null && (
            <figcaption class="hint">
              {words.mailFrom} {data.from}
            </figcaption>
          )}
          <blockquote lang={sample.locale}>
            <b>{data.subject}</b>
            {`\n\n${data.text}`}
          </blockquote>
        </figure>
      )}
    </section>
  )
}

const choicesOf = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  (Object.entries(names) as [Name, string][]).map(([id, name]) => ({ id, name }))
