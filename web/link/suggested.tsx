import { useLanguage } from "../shared/language.ts"
import type { Opening, TimeLabels } from "../shared/openings.ts"
import { TimeShortcuts } from "../shared/times-list.tsx"
import { type State, suggested } from "./state.ts"

interface SuggestedProps {
  state: State
  labels: TimeLabels
  onPick(opening: Opening): void
}

/** The times that suit best, one tap away. */
export function Suggested({ state, labels, onPick }: SuggestedProps) {
  const { words } = useLanguage()
  const openings = suggested(state)
  if (openings.length === 0) return null
  return (
    <fieldset class="part suggested">
      <legend>{words.suggested}</legend>
      <TimeShortcuts openings={openings} labels={labels} zone={state.zone} onPick={onPick} />
    </fieldset>
  )
}
