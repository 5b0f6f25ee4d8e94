/** A company's mails as a customer would read them, by the functions that write mails. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
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
        <Pick
          label={words.mailSample}
          names={words.mailSamples}
          picked={sample.purpose}
          onPick={(purpose) => setSample({ ...sample, purpose })}
        />
        <Pick
          label={words.mailLanguage}
          names={localeNames}
          picked={sample.locale}
          onPick={(locale) => setSample({ ...sample, locale })}
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

interface PickProps<Name extends string> {
  label: string
  names: Readonly<Record<Name, string>>
  picked: Name
  onPick(name: Name): void
}

function Pick<Name extends string>({ label, names, picked, onPick }: PickProps<Name>) {
  return (
    <label class="field">
      {label}
      <select class="input" value={picked} onInput={(event) => onPick(event.currentTarget.value as Name)}>
        {Object.entries<string>(names).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  )
}
