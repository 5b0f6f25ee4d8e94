/** A picture of a company's record: shown, replaced, removed. It is a file of its own, saved at once. */
import { useId, useRef } from "preact/hooks"
import { useWrite } from "../api/queries.ts"
import { Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

export interface ImageFieldProps {
  title: string
  /** The field's name for links that lead here. */
  field: string
  /** Null without a picture; then `none` says what pages show instead. */
  url: string | null
  none: string
  hint: string
  /** The shown picture in words. */
  alt: string
  choose: string
  remove: string
  onSend(image: Blob): Promise<unknown>
  onRemove(): Promise<unknown>
  /** Reads anew what carries the picture. */
  onSaved(): Promise<unknown>
}

export function ImageField(props: ImageFieldProps) {
  const words = useWords().settings
  const { title, field, url, none, hint, alt, choose } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const onSuccess = async () => {
    await props.onSaved()
    notify({ text: words.saved })
  }
  const upload = useWrite({ mutationFn: props.onSend, onSuccess })
  const remove = useWrite({ mutationFn: () => props.onRemove(), onSuccess })
  const isRunning = upload.isRunning || remove.isRunning
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div class="content stack" data-field={field}>
        {url ? <img class="logo" src={url} alt={alt} /> : <p class="hint">{none}</p>}
        <p class="hint">{hint}</p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label={title}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) upload.run(file)
            // The same file can be chosen again after a refusal.
            event.currentTarget.value = ""
          }}
        />
        <div class="row">
          <button type="button" class="button" disabled={isRunning} onClick={() => input.current?.click()}>
            {choose}
          </button>
          {url && (
            <button
              type="button"
              class="button danger"
              disabled={isRunning}
              onClick={() => remove.run(undefined)}
            >
              {props.remove}
            </button>
          )}
        </div>
        <Refused error={upload.failure ?? remove.failure} />
      </div>
    </section>
  )
}
