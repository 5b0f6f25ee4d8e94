/**
 * Jobs that wait for a thread or a process, in a line with a share for each company, or for each sender of mails: the shares take
 * turns, and each is served in its own order. Where the line is full, one who has few in it takes the place of one who has most.
 */
import { Refusal } from "../../domain/model/errors.ts"

export type Share = string | number

interface FairLineOptions<Job> {
  /** The limit of all shares together. */
  most: number
  /** The limit of one share. */
  mostOfShare: number
  /** Takes back a job that makes room for one of another share. */
  turnAway(job: Job, refusal: Refusal): void
}

interface Turn<Job> {
  share: Share
  job: Job
}

const full = () => new Refusal("busy", { retryAfterSeconds: 1 })

export class FairLine<Job> {
  readonly #options: FairLineOptions<Job>
  /** None is empty. The share whose turn is next stands first. */
  readonly #shares = new Map<Share, Job[]>()
  #size = 0

  constructor(options: FairLineOptions<Job>) {
    this.#options = options
  }

  /** Throws `busy` where there is no room for it. */
  join(share: Share, job: Job): void {
    const own = this.#shares.get(share) ?? []
    if (own.length >= this.#options.mostOfShare) throw full()
    if (this.#size >= this.#options.most) this.#makeRoom(own.length)
    own.push(job)
    this.#shares.set(share, own)
    this.#size += 1
  }

  /** Takes it in again before all others, since its turn came and was lost. */
  comeBack({ share, job }: Turn<Job>): void {
    const own = this.#shares.get(share) ?? []
    this.#shares.delete(share)
    const others = [...this.#shares]
    this.#shares.clear()
    this.#shares.set(share, [job, ...own])
    for (const [other, jobs] of others) this.#shares.set(other, jobs)
    this.#size += 1
  }

  /** The next job of those shares that may begin one; it waits no longer. */
  next(mayBegin: (share: Share) => boolean = () => true): Turn<Job> | null {
    for (const [share, jobs] of this.#shares) {
      if (!mayBegin(share)) continue
      const job = jobs.shift()!
      this.#shares.delete(share)
      if (jobs.length > 0) this.#shares.set(share, jobs)
      this.#size -= 1
      return { share, job }
    }
    return null
  }

  /** False when it waits no longer. */
  leave(share: Share, job: Job): boolean {
    const own = this.#shares.get(share)
    const index = own?.indexOf(job) ?? -1
    if (own === undefined || index < 0) return false
    own.splice(index, 1)
    if (own.length === 0) this.#shares.delete(share)
    this.#size -= 1
    return true
  }

  /** All jobs; none waits any longer. */
  empty(): Job[] {
    const all = [...this.#shares.values()].flat()
    this.#shares.clear()
    this.#size = 0
    return all
  }

  #makeRoom(newcomers: number): void {
    const [share, largest] = [...this.#shares].reduce((most, each) =>
      each[1].length > most[1].length ? each : most,
    )
    if (largest.length <= newcomers + 1) throw full()
    const last = largest.at(-1)!
    this.leave(share, last)
    this.#options.turnAway(last, full())
  }
}
