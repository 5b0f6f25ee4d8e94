import { useLanguage } from "../language.ts"
import type { Opening, TimeLabels } from "./openings.ts"
import { TimeShortcuts } from "./times-list.tsx"
import { suggested, type TimesState } from "./times-state.ts"

interface SuggestedProps {
  times: TimesState
  labels: TimeLabels
  onPick(opening: Opening): void
}

/** The times that suit best, one tap away. */
export function Suggested({ times, labels, onPick }: SuggestedProps) {
  const { words } = useLanguage()
  const openings = suggested(times)
  if (openings.length === 0) return null
  return (
    <fieldset class="part suggested">
      <legend>{words.suggested}</legend>
      <TimeShortcuts openings={openings} labels={labels} zone={times.zone} onPick={onPick} />
    </fieldset>
  )
}
