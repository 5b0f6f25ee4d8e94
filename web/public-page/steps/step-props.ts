import type { State } from "../state.ts"
import type { Commands } from "../use-public-page.ts"

/** What every step is given. */
export interface StepProps {
  state: State
  commands: Commands
}
