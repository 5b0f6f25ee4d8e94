/** The company's logo: shown, replaced, removed. It is a file of its own, saved at once. */
import { useRef } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Refused } from "../parts/states.tsx"
import { readSessionAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

export function LogoField() {
  const words = useWords().settings
  const { company } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const url = company.brand.logo_url
  const onSuccess = async () => {
    await readSessionAgain()
    notify({ text: words.saved })
  }
  const upload = useWrite({ mutationFn: (image: Blob) => api.uploadLogo({ image }), onSuccess })
  const remove = useWrite({ mutationFn: () => api.removeLogo(), onSuccess })
  const isRunning = upload.isRunning || remove.isRunning
  return (
    <section class="card" aria-labelledby="logo">
      <header>
        <h2 id="logo">{words.logo}</h2>
      </header>
      <div class="content stack" data-field="logo">
        {url ? <img class="logo" src={url} alt={company.name} /> : <p class="hint">{words.noLogo}</p>}
        <p class="hint">{words.logoHint}</p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label={words.logo}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) upload.run(file)
            // The same file can be chosen again after a refusal.
            event.currentTarget.value = ""
          }}
        />
        <div class="row">
          <button type="button" class="button" disabled={isRunning} onClick={() => input.current?.click()}>
            {url ? words.replaceLogo : words.uploadLogo}
          </button>
          {url && (
            <button
              type="button"
              class="button danger"
              disabled={isRunning}
              onClick={() => remove.run(undefined)}
            >
              {words.removeLogo}
            </button>
          )}
        </div>
        <Refused error={upload.failure ?? remove.failure} />
      </div>
    </section>
  )
}
