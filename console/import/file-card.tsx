import { csvFile, download } from "../parts/download.ts"
import { Field } from "../parts/field.tsx"
import { useWords } from "../words/words.ts"
import { emptyFile, type ImportKind, kinds, type ReadFile } from "./import-data.ts"

interface FileCardProps {
  kind: ImportKind
  file: ReadFile | null
  isLocked: boolean
  onKind(kind: ImportKind): void
  onFile(file: File): void
}

export function FileCard({ kind, file, isLocked, onKind, onFile }: FileCardProps) {
  const words = useWords().imports
  return (
    <section class="card" aria-labelledby="import-file">
      <header>
        <h2 id="import-file">{words.file}</h2>
        {file && <span class="hint">{words.rowsOf({ count: file.lines.length, name: file.name })}</span>}
      </header>
      <div class="content stack">
        <fieldset class="segments">
          <legend class="said">{words.what}</legend>
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              class="button"
              aria-pressed={kind === each}
              disabled={isLocked}
              onClick={() => onKind(each)}
            >
              {words.kinds[each]}
            </button>
          ))}
        </fieldset>
        <p class="hint">{words.explained[kind]}</p>
        <Field label={words.choose}>
          {(attributes) => (
            <input
              class="input narrow"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              disabled={isLocked}
              {...attributes}
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? []
                if (chosen) onFile(chosen)
              }}
            />
          )}
        </Field>
        <button
          type="button"
          class="button"
          onClick={() => download(csvFile(emptyFile(kind)), `${kind}.csv`)}
        >
          {words.template}
        </button>
      </div>
    </section>
  )
}
