/**
 * Places for files while they arrive, apart from those of visitors: two for each uploader, so many for a company, and for all. Who
 * finds none waits with the body unread, and holds nothing but the own connection; uploaders take turns.
 */
import { Refusal } from "../../../domain/model/errors.ts"
import { FairLine } from "../../platform/fair-line.ts"

export interface ArrivalLimits {
  mostOfUploader: number
  /** The limit of callers who share one name: all staff of a company. */
  mostOfStaff: number
  mostOfCompany: number
  most: number
}

export const usualArrivals: ArrivalLimits = { mostOfUploader: 2, mostOfStaff: 8, mostOfCompany: 16, most: 40 }

const mostWaiting = 400
/** As many links as an uploader may have in a day. */
const mostWaitingOfUploader = 40

export interface Arriving {
  companyId: number
  uploader: string
  isStaff: boolean
}

interface Waiting {
  arriving: Arriving
  begin(): void
  refuse(refusal: Refusal): void
}

export class Arrivals {
  readonly #limits: ArrivalLimits
  readonly #line: FairLine<Waiting>
  readonly #here = new Set<Arriving>()

  constructor(limits: ArrivalLimits = usualArrivals) {
    this.#limits = limits
    this.#line = new FairLine({
      most: mostWaiting,
      mostOfShare: mostWaitingOfUploader,
      turnAway: (one, refusal) => one.refuse(refusal),
    })
  }

  /** How many arrive now. */
  get size(): number {
    return this.#here.size
  }

  /** Returns what gives the place back. Throws `busy` where too many wait, and when `signal` says that the sender has gone. */
  async enter(arriving: Arriving, signal: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { arriving, begin: resolve, refuse: reject }
    const share = shareOf(arriving)
    this.#line.join(share, one)
    const leave = () => this.#line.leave(share, one) && reject(new Refusal("busy"))
    signal.addEventListener("abort", leave)
    this.#next()
    await promise.finally(() => signal.removeEventListener("abort", leave))
    return () => {
      this.#here.delete(arriving)
      this.#next()
    }
  }

  #next(): void {
    const turn = this.#line.next((share) => this.#hasRoom(String(share)))
    if (turn === null) return
    this.#here.add(turn.job.arriving)
    turn.job.begin()
    this.#next()
  }

  #hasRoom(share: string): boolean {
    const here = [...this.#here]
    if (here.length >= this.#limits.most) return false
    const [company] = share.split(" ")
    if (here.filter(({ companyId }) => String(companyId) === company).length >= this.#limits.mostOfCompany)
      return false
    const { mostOfStaff, mostOfUploader } = this.#limits
    const most = share.endsWith(" (staff)") ? mostOfStaff : mostOfUploader
    return here.filter((each) => shareOf(each) === share).length < most
  }
}

const shareOf = ({ companyId, uploader, isStaff }: Arriving) =>
  isStaff ? `${companyId} (staff)` : `${companyId} ${uploader}`
