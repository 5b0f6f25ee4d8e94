import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"

/** What a step can do. */
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
  askUpload: BookingLinkClient["askUpload"]
  sendFiles: BookingLinkClient["sendFiles"]
  join: BookingLinkClient["join"]
}

/** The props of every step. */
export interface StepProps {
  state: State
  commands: Commands
}
