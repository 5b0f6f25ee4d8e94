/**
 * Files that wait for a thread that reads them: companies take turns, and what waits of one has a limit in bytes, since its servers
 * may send many large files at once.
 */
import { FairLine } from "../../../platform/fair-line.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"

export interface WaitingFile {
  companyId: number
  call: { file: Uint8Array }
}

/** The limit of one company. A file of the largest size may always wait, where nothing waits before it. */
const mostBytes = 12_000_000

export class FileLine<Job extends WaitingFile> {
  // Each read has its signal, which ends its waiting.
  readonly #line = new FairLine<Job>({ most: Infinity, mostOfShare: Infinity, turnAway: () => undefined })
  readonly #bytes = new Map<number, number>()

  /** Throws CalendarUnavailable, as for an answer that comes too late, where too much of the company waits. */
  join(job: Job): void {
    const waiting = this.#bytes.get(job.companyId) ?? 0
    const bytes = job.call.file.byteLength
    if (waiting > 0 && waiting + bytes > mostBytes) throw new CalendarUnavailable("timeout")
    this.#bytes.set(job.companyId, waiting + bytes)
    this.#line.join(job.companyId, job)
  }

  /** The next of a company that may have one read. */
  next(mayBegin: (companyId: number) => boolean): Job | null {
    const turn = this.#line.next((share) => mayBegin(share as number))
    if (turn) this.#forget(turn.job)
    return turn?.job ?? null
  }

  /** False when it waits no longer. */
  leave(job: Job): boolean {
    const waited = this.#line.leave(job.companyId, job)
    if (waited) this.#forget(job)
    return waited
  }

  empty(): Job[] {
    this.#bytes.clear()
    return this.#line.empty()
  }

  #forget({ companyId, call }: Job): void {
    const left = this.#bytes.get(companyId)! - call.file.byteLength
    if (left === 0) this.#bytes.delete(companyId)
    else this.#bytes.set(companyId, left)
  }
}
