import { Blocks } from "../shared/blocks.tsx"
import { useLanguage } from "../shared/language.ts"
import type { State } from "./state.ts"

/** The time the visitor has now, kept in sight while choosing another. */
export function PresentTime({ state, onKeep }: { state: State; onKeep(): void }) {
  const { words } = useLanguage()
  const { appointment } = state.view
  if (!appointment) return null
  return (
    <div class="present">
      <p class="note">{words.presentTime}</p>
      <Blocks blocks={appointment.blocks} zone={state.zone ?? appointment.timezone} />
      <button type="button" class="quiet" onClick={onKeep}>
        {words.keepPresent}
      </button>
    </div>
  )
}
