import { useState } from "preact/hooks"
import { useWrite } from "../api/queries.ts"
import { saveCompany } from "../api/saves.ts"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

/** The sites that may show the page, and what their web masters paste. */
export function EmbedStep({ setUp: { company }, step }: StepProps) {
  const words = useWords().setUp
  const [site, setSite] = useState("")
  const { embed_origins: origins, public_booking_url: url, public_slug: slug } = company
  const list = useWrite({
    mutationFn: (next: string[]) => saveCompany(company, { embed_origins: next }),
    onSuccess: async () => {
      setSite("")
      await readAllAgain()
    },
  })
  const isBlank = site.trim() === ""
  const snippet =
    url === null
      ? null
      : `<script async src="${new URL("/embed.js", url)}"></script>\n<div data-embed-page="${slug}"></div>`
  return (
    <StepForm
      step={step}
      title={words.questions.embed}
      hint={words.embedHint}
      onSubmit={() => (isBlank ? goOn(step) : list.run([...new Set([...origins, originOf(site)])]))}
      isRunning={list.isRunning}
      failure={list.failure}
      submit={isBlank ? words.next : words.add}
    >
      {origins.length > 0 && (
        <ul class="card rows">
          {origins.map((origin) => (
            <li key={origin}>
              <div>{origin}</div>
              <button
                type="button"
                class="button icon-only plain"
                aria-label={words.removeSite({ site: origin })}
                disabled={list.isRunning}
                onClick={() => list.run(origins.filter((each) => each !== origin))}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField label={words.site} hint={words.siteHint} autocomplete="off" value={site} onInput={setSite} />
      {snippet === null ? (
        <p class="hint">{words.noSnippet}</p>
      ) : (
        <div class="snippet">
          <Code label={words.snippet} wraps>
            {snippet}
          </Code>
          <CopyButton text={snippet} />
        </div>
      )}
    </StepForm>
  )
}

/** The origin of what was typed; what is no address is left to the service to refuse. */
function originOf(typed: string): string {
  const address = /^https?:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
  return URL.canParse(address) ? new URL(address).origin : typed.trim()
}
