import type { StepPropsOf } from "../opening.tsx"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"
import type { LinkWrites } from "./writes.ts"

/** The deeds that a step can do. */
export interface Commands {
  dispatch(action: Action): void
  /** Books or moves to the chosen time. */
  confirm(): Promise<void>
  cancel(): Promise<void>
  /** Takes one of the times that the company proposes. */
  accept(proposalId: number): Promise<void>
  /** Says that the customer comes. */
  come(): Promise<void>
  calendarFile(): Promise<Blob | null>
  askUpload: LinkWrites["askUpload"]
  sendFiles: LinkWrites["sendFiles"]
  join: LinkWrites["join"]
}

export type StepProps = StepPropsOf<State, Commands>
