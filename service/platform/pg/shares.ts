/**
 * How many of a pool's connections may be held at a time for one company, for one machine of a distributed database, and by
 * transactions, whose commits may wait for a standby. What hangs then holds its share and no more, and the rest of the pool
 * serves the others.
 */

/** The company or machine that a connection is taken for. Null where it is for none in particular. */
export interface Holder {
  companyId: number | null
  machine: string | null
  writes: boolean
}

export interface ShareLimits {
  company: number
  machine: number
  writers: number
}

/** A company has at most half of the pool; a machine, and all that write, leave a quarter. A pool of one is shared by all. */
export function shareLimits(poolSize: number): ShareLimits {
  const allButAQuarter = Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / 4)))
  return { company: Math.max(1, Math.ceil(poolSize / 2)), machine: allButAQuarter, writers: allButAQuarter }
}

interface InLine {
  holder: Holder
  enter(): void
  refuse(error: Error): void
}

/** Counts who holds connections, and keeps a line of those whose share is taken. */
export class Shares {
  readonly #limits: ShareLimits
  readonly #held = new Map<string, number>()
  #line: InLine[] = []

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#line.length
  }

  /** True where one more connection fits into each share that it counts for. */
  hasRoomFor(holder: Holder): boolean {
    return this.#countedFor(holder).every(([name, limit]) => (this.#held.get(name) ?? 0) < limit)
  }

  /** Takes a place at once where there is one, and nothing is waited for. False: stand in line. */
  take(holder: Holder): boolean {
    if (!this.hasRoomFor(holder)) return false
    for (const [name] of this.#countedFor(holder)) this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    return true
  }

  /** Waits for a place. Rejects with `tooLate()` when that takes longer than `longestMs`. */
  wait(holder: Holder, longestMs: number, tooLate: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#line = this.#line.filter((each) => each !== own)
      }
      const own: InLine = {
        holder,
        enter() {
          leave()
          resolve()
        },
        refuse(error) {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(() => own.refuse(tooLate()), longestMs)
      this.#line.push(own)
    })
  }

  give(holder: Holder): void {
    for (const [name] of this.#countedFor(holder)) {
      const left = (this.#held.get(name) ?? 0) - 1
      if (left > 0) this.#held.set(name, left)
      else this.#held.delete(name)
    }
    // The line is in order of arrival, but a caller whose share is still taken holds up none behind it.
    for (const each of [...this.#line]) if (this.take(each.holder)) each.enter()
  }

  /** Sends those in line away who would wait for what hangs. */
  refuseWaiting(hangs: (holder: Holder) => Error | null): void {
    for (const each of [...this.#line]) {
      const error = hangs(each.holder)
      if (error) each.refuse(error)
    }
  }

  #countedFor({ companyId, machine, writes }: Holder): [name: string, limit: number][] {
    const counted: [string, number][] = []
    if (companyId !== null) counted.push([`company ${companyId}`, this.#limits.company])
    if (machine !== null) counted.push([`machine ${machine}`, this.#limits.machine])
    if (writes) counted.push(["writers", this.#limits.writers])
    return counted
  }
}
