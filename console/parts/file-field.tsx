/** Files as an answer: chosen from the device and uploaded at once, so that the booking only names them. */
import { useState } from "preact/hooks"
import { api, NoAnswer, Refusal } from "../api/client.ts"
import { useWords } from "../words/words.ts"
import { Field } from "./field.tsx"
import { Icon } from "./icon.tsx"

interface FileFieldProps {
  label: string
  /** The ids of uploaded files. */
  value: readonly string[]
  /** The names of the files that were there before. */
  names: ReadonlyMap<string, string>
  error: string | null
  onChange(value: string[]): void
}

export const takenTypes = "image/*,application/pdf"

export function FileField({ label, value, names, error, onChange }: FileFieldProps) {
  const words = useWords().board
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, string>>(new Map())
  const [waiting, setWaiting] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    setFailure(null)
    setWaiting(files.length)
    let ids = [...value]
    for (const file of files) {
      try {
        const { id, name } = await send(file)
        setUploaded((known) => new Map([...known, [id, name]]))
        ids = [...ids, id]
        onChange(ids)
      } catch (refused) {
        setFailure(refused instanceof Refusal ? `${file.name}: ${refused.message}` : words.notUploaded)
      }
      setWaiting((left) => left - 1)
    }
  }
  return (
    <div class="stack">
      <Field label={label} error={failure ?? error} hint={words.filesHint}>
        {(attributes) => (
          <input
            class="input"
            type="file"
            multiple
            accept={takenTypes}
            {...attributes}
            disabled={waiting > 0}
            onChange={({ currentTarget }) => {
              void add([...(currentTarget.files ?? [])])
              currentTarget.value = ""
            }}
          />
        )}
      </Field>
      <p class="hint" role="status">
        {waiting > 0 && words.uploading}
      </p>
      {value.length > 0 && (
        <ul class="files">
          {value.map((id) => {
            const name = uploaded.get(id) ?? names.get(id) ?? id
            return (
              <li key={id}>
                <span>{name}</span>
                <button
                  type="button"
                  class="button icon-only plain"
                  aria-label={words.removeFile({ name })}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                >
                  <Icon name="x" small />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** The service gives a link that takes the bytes, at the customers' host. */
async function send(file: File): Promise<{ id: string; name: string }> {
  const { id, upload_url } = await api.requestFileUpload({ name: file.name.slice(0, 120) || "file" })
  const answer = await fetch(upload_url, { method: "PUT", body: file, credentials: "omit" }).catch(
    (cause) => {
      throw new NoAnswer("The service can't be reached.", { cause })
    },
  )
  const { data, error } = (await answer.json()) as {
    data: { name: string }
    error: ConstructorParameters<typeof Refusal>[1]
  }
  if (!answer.ok) throw new Refusal(answer.status, error)
  return { id, name: data.name }
}
