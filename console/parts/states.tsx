/** The states of a screen without content: not loaded yet, empty, or an error. Each says what to do. */
import type { ComponentChildren } from "preact"
import { Refusal } from "../api/client.ts"
import { Conflict } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { Icon, type IconName } from "./icon.tsx"

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

/** The service's own sentence where it has one. */
export function failureText(error: Error): string {
  const words = useWords().shell
  if (error instanceof Conflict) return words.conflict.again
  return error instanceof Refusal ? error.message : words.unreachable
}

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
  failure instanceof Refusal && failure.field === field ? failure.message : null
