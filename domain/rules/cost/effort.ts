/** The work that one question may take, in looks: some of a microsecond each, and the same on every machine. */
import { Refusal } from "../../model/errors.ts"

export class Effort {
  /** Looks taken so far. */
  spent = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Throws `question_too_large` where the work would be more than was granted. */
  spend(looks: number): void {
    this.spent += looks
    if (this.spent > this.#most) throw tooLarge()
  }
}

/** For rules that judge what is small by itself, such as one start. */
export const noLimit = (): Effort => new Effort(Number.POSITIVE_INFINITY)

/** The refusal of a question that costs more than one may. `narrow` says what would make it smaller. */
export const tooLarge = (narrow = "fewer services, fewer days, or one location or provider"): Refusal =>
  new Refusal("question_too_large", { message: `That is too much to ask at once. Ask for ${narrow}.` })
