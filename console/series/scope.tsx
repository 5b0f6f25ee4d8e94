/** The scope of a change: one appointment or several, in a series the following or all, in one visit all. */
import { Segments } from "../parts/segments.tsx"
import { useWords } from "../words/words.ts"

export type Scope = "one" | "following" | "all"

interface Related {
  series_id?: number | undefined
  group_id?: number | undefined
}

interface ScopeChoiceProps {
  /** Nothing is asked of an appointment that stands alone. */
  appointment: Related
  scope: Scope
  onChoose(scope: Scope): void
}

/** The services of one visit change together unless staff say otherwise. */
export const firstScope = ({ group_id }: Related): Scope => (group_id === undefined ? "one" : "all")

/** The chosen scope as a write takes it. */
export function scopeFields({ group_id }: Related, scope: Scope) {
  if (group_id !== undefined) return scope === "one" ? { whole_group: false } : {}
  return scope === "one" ? {} : { scope }
}

export function ScopeChoice({ appointment, scope, onChoose }: ScopeChoiceProps) {
  const words = useWords().series
  const isGroup = appointment.group_id !== undefined
  if (!isGroup && appointment.series_id === undefined) return null
  return (
    <div class="field">
      <Segments
        legend={words.scope}
        choices={
          isGroup
            ? [
                ["all", words.together],
                ["one", words.alone],
              ]
            : [
                ["one", words.one],
                ["following", words.following],
                ["all", words.all],
              ]
        }
        chosen={scope}
        onChoose={onChoose}
      />
      {scope !== "one" && <p class="hint">{words.atOnce}</p>}
    </div>
  )
}
