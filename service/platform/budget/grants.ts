/** A family's places for work that takes long: each may hold the schedules of all its providers in memory. */
import type { Refusal } from "../../../domain/model/errors.ts"

/** At a time; the others of the family wait, and hold nothing yet. */
export const mostGranted = 2

export class Grants {
  /** Places that are taken. */
  taken = 0
  readonly #queue: (() => void)[] = []
  readonly #longestWaitMs: number
  readonly #refusal: () => Refusal

  constructor(longestWaitMs: number, refusal: () => Refusal) {
    this.#longestWaitMs = longestWaitMs
    this.#refusal = refusal
  }

  /** First come, first served. Throws when there is none in time. */
  async take(): Promise<void> {
    if (this.taken < mostGranted) {
      this.taken += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(begin), 1)
      reject(this.#refusal())
    }, this.#longestWaitMs)
    this.#queue.push(begin)
    await promise
  }

  giveBack(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.taken -= 1
  }
}
