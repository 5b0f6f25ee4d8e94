/** A key of one character, as it is written on what it presses. Nothing is written where such keys are switched off. */
import { lettersWork } from "../shell/letters.ts"

export function KeyCap({ of }: { of: string }) {
  return lettersWork() ? <kbd>{of.toUpperCase()}</kbd> : null
}

/** For what a key of one character presses. */
export const pressedBy = (key: string): { "aria-keyshortcuts"?: string } =>
  lettersWork() ? { "aria-keyshortcuts": key } : {}
