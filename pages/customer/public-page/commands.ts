import type { WaitingJoinedView, WaitingJoinInput } from "../../../domain/contracts/waiting.ts"
import type { StepPropsOf } from "../opening.tsx"
import type { Action } from "./actions.ts"
import type { State } from "./state.ts"

/** The deeds that a step can do. */
export interface Commands {
  dispatch(action: Action): void
  /** Starts the bot check, so that it is done when the number is typed. */
  prepareCode(): void
  sendCode(): Promise<void>
  verify(code: string): Promise<void>
  /** Holds the chosen time, once for each choice. */
  hold(): void
  book(): Promise<void>
  /** The hold of the chosen time is over. */
  holdEnded(): Promise<void>
  /** Puts the visitor on the waiting list. Null where that failed, and the page says why; `unreachable`: the form is to. */
  join(
    wishes: Omit<WaitingJoinInput, "typeId" | "thenTypeIds" | "sameProvider">,
  ): Promise<WaitingJoinedView | "unreachable" | null>
  calendarFile(): Promise<Blob | null>
  /** Texts the visitor the links of their appointments. Whether that was taken. */
  textLinks(): Promise<boolean>
  /** Another person uses this browser: it forgets what was booked with it. */
  forgetMe(): void
}

/** The id of the element that holds a bot check's own widget, if it has one. */
export const botCheckElementId = "bot-check"

export type StepProps = StepPropsOf<State, Commands>
