/** A family's places for work that takes long: each may hold the schedules of all its providers in memory. */
import type { Refusal } from "../../../domain/model/errors.ts"

/** At a time; the others of the family wait, and hold nothing yet. */
const mostGranted = 2

export class Grants {
  /** Places that are taken. */
  taken = 0
  readonly #queue: (() => void)[] = []
  readonly #longestWaitMs: number
  readonly #refusal: () => Refusal
  readonly #isBeyond: () => boolean

  /** A family beyond its allowance has one place, so that other companies wait behind one of its questions and not behind two. */
  constructor(longestWaitMs: number, refusal: () => Refusal, isBeyond: () => boolean) {
    this.#longestWaitMs = longestWaitMs
    this.#refusal = refusal
    this.#isBeyond = isBeyond
  }

  /** First come, first served. Throws when there is none in time. */
  async take(): Promise<void> {
    if (this.#hasRoom) {
      this.taken += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      this.taken += 1
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
    this.taken -= 1
    while (this.#hasRoom && this.#queue.length > 0) this.#queue.shift()!()
  }

  get #hasRoom(): boolean {
    return this.taken < (this.#isBeyond() ? 1 : mostGranted)
  }
}
