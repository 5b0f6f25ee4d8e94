/** The states of a screen without content: not loaded yet, empty, or an error. Each says what to do. */
import type { ComponentChildren } from "preact"
import { Refusal } from "../api/client.ts"
import { Conflict } from "../saving.ts"
import { useWords, type Words } from "../words/words.ts"
import { Icon, type IconName } from "./icon.tsx"
import { sentenceAt } from "./plain-sentences.ts"

/** Keeps the shape of a list while it loads: nothing jumps when the rows arrive. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div class="loading" role="status" aria-label={useWords().shell.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}

interface EmptyProps {
  icon: IconName
  title: string
  hint?: string
  /** The way on: a button or a link. */
  children?: ComponentChildren
}

export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

/** The service's own sentence where it has one; of a field what to do there, with the field's name. */
export function failureText(error: Error): string {
  const { shell, problems } = useWords()
  if (error instanceof Conflict) return shell.conflict.again
  if (!(error instanceof Refusal)) return shell.unreachable
  const text = sentenceAt(error)
  const label = labels(problems)[lastName(error.field ?? "")]
  return text === error.message || label === undefined ? text : `${label}: ${text}`
}

const labels = ({ fields }: Words["problems"]): Readonly<Record<string, string>> => fields
const lastName = (field: string) =>
  field
    .replace(/\[\d+\]/g, "")
    .split(".")
    .at(-1)!

export function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const words = useWords().shell
  return (
    <div role="alert">
      <Empty icon="warning" title={words.failed} hint={failureText(error)}>
        <button type="button" class="button" onClick={retry}>
          {words.retry}
        </button>
      </Empty>
    </div>
  )
}

interface RefusedProps {
  error: Error | null
  /** The screen's own text for this refusal, where it knows more than the API. */
  text?: ComponentChildren
}

/** A refusal beside the button that met it. */
export function Refused({ error, text }: RefusedProps) {
  return (
    <p class="refused" role="alert">
      {(error || text) && (
        <>
          <Icon name="warning" small /> {text || failureText(error!)}
        </>
      )}
    </p>
  )
}

/** A refusal's text about this field of the input; null when it names another one or none. */
export const failureAt = (failure: Error | null, field: string): string | null =>
  failure instanceof Refusal && failure.field === field ? sentenceAt(failure) : null
