/**
 * What one family of callers may take of this process, so that it stops no other: a company with its test companies, the
 * anonymous visitors of one company, or one network address. A family has an allowance of work that fills up again by
 * itself. Within it a call begins at once. Beyond it a call begins where few others of that kind are at work, the family that
 * owes least first: so a lone caller has the whole process, and a flood stands in a line of its own. All network addresses
 * together have one more allowance, so that a flood from many of them stands in that line too.
 */
import { networkOf } from "../../../domain/rules/public-page/network-address.ts"
import { Spending } from "../../spending.ts"
import {
  Account,
  allowanceTogether,
  type BudgetOptions,
  type BudgetUse,
  type FamilyKind,
  familyKinds,
  type Needs,
  unused,
  type WaitingCall,
} from "./account.ts"
import type { Allowance } from "./allowance.ts"
import { type Stay, StayInRoom } from "./stay.ts"

export interface Family {
  kind: FamilyKind
  /** An id, or a network address. */
  name: string | number
}

export const companyFamily = (companyId: number): Family => ({ kind: "company", name: companyId })

/** The company's calls that may take long, of which it has few places, so that all companies' have connections. */
export const longFamily = (companyId: number): Family => ({ kind: "long", name: companyId })

/** The visitors of the company's public page, and the customers who open its links. */
export const visitorsFamily = (companyId: number): Family => ({ kind: "visitors", name: companyId })

export const networkFamily = (clientAddress: string): Family & { name: string } => ({
  kind: "network",
  name: networkOf(clientAddress),
})

/** Calls of all families that work beyond their allowances. Four keep a processor busy, since some wait for the database. */
const mostBeyond = 4
const mostWaitingOfFamily = 500
const mostWaiting = 2_000
/** How often those who wait are looked at while nothing else happens: an allowance fills up without an event. */
const lookAgainMs = 50
/** Accounts that are remembered; those of families that have rested long enough are forgotten first. */
const mostAccounts = 20_000

export interface Budget {
  /** Begins a call once there is room for it. Throws `rate_limited` when there is none in time. */
  enter(family: Family, entrance?: Entrance): Promise<Stay>
  /** What the calls of each kind of family took and how they fared, since the process began. */
  use(): Readonly<Record<FamilyKind, BudgetUse>>
}

export interface Entrance {
  /** Passed on by a call that more than one family answers for. */
  spending?: Spending | undefined
  /** Its body has yet to come: until then it takes a place of its family and no room among those at work. */
  awaitsBody?: boolean
}

export function createBudget({
  now = () => performance.now(),
  longestWaitMs = 2_000,
}: Partial<BudgetOptions> = {}): Budget {
  return new Room(now, longestWaitMs)
}

class Room implements Budget {
  readonly #now: () => number
  readonly #longestWaitMs: number
  readonly #accounts = new Map<string, Account>()
  readonly #together: ReadonlyMap<FamilyKind, Allowance | null>
  /** Those with calls that wait. */
  readonly #waiting = new Set<Account>()
  readonly #uses = { company: unused(), long: unused(), visitors: unused(), network: unused() }
  #waitingCalls = 0
  /** Calls at work beyond their families' allowances. */
  #beyond = 0
  #isNetworksTurn = false
  #looking: NodeJS.Timeout | null = null

  constructor(now: () => number, longestWaitMs: number) {
    this.#now = now
    this.#longestWaitMs = longestWaitMs
    this.#together = new Map(familyKinds.map((kind) => [kind, allowanceTogether(kind, now)]))
  }

  use() {
    return this.#uses
  }

  async enter(family: Family, entrance: Entrance = {}): Promise<Stay> {
    const account = this.#accountOf(family)
    const needs = { place: true, room: !entrance.awaitsBody }
    return this.#whenAble(account, needs, () => this.#begin(account, entrance))
  }

  #accountOf({ kind, name }: Family): Account {
    const key = `${kind}:${name}`
    const known = this.#accounts.get(key)
    if (known) return known
    if (this.#accounts.size >= mostAccounts) this.#forgetRested()
    const options = { now: this.#now, longestWaitMs: this.#longestWaitMs }
    const account = new Account(kind, this.#uses[kind], options, this.#together.get(kind) ?? null)
    this.#accounts.set(key, account)
    return account
  }

  #forgetRested(): void {
    for (const [key, account] of this.#accounts) if (account.hasRested()) this.#accounts.delete(key)
  }

  #has(account: Account, needs: Needs): boolean {
    const hasCallLeft = !needs.place || account.hasCallLeft
    return hasCallLeft && (!needs.room || this.#beyond < mostBeyond || !account.isBeyond())
  }

  #begin(account: Account, { spending = new Spending(), awaitsBody = false }: Entrance): Stay {
    account.use.begun += 1
    let isBeyond = account.isBeyond()
    return new StayInRoom(account, spending, awaitsBody, {
      take: (calls) => {
        account.inside += calls
        account.use.inside += calls
      },
      work: (workers) => {
        if (isBeyond) this.#beyond += workers
      },
      room: (goOn) =>
        this.#whenAble(account, { place: false, room: true }, () => {
          isBeyond = account.isBeyond()
          goOn()
        }),
      changed: () => this.#beginWaiting(),
    })
  }

  #whenAble<T>(account: Account, needs: Needs, begin: () => T): Promise<T> | T {
    const mayBegin = (account.queue.length === 0 || !needs.place) && this.#has(account, needs)
    return mayBegin ? begin() : this.#wait(account, needs, begin)
  }

  #wait<T>(account: Account, needs: Needs, begin: () => T): Promise<T> {
    const { queue, use } = account
    if (queue.length >= mostWaitingOfFamily || this.#waitingCalls >= mostWaiting) throw account.refusal()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const leaveQueue = () => {
      clearTimeout(timer)
      queue.splice(queue.indexOf(waiting), 1)
      if (queue.length === 0) this.#waiting.delete(account)
      this.#waitingCalls -= 1
      use.waiting -= 1
    }
    const waiting: WaitingCall = {
      ...needs,
      begin: () => {
        leaveQueue()
        resolve(begin())
      },
    }
    const timer = setTimeout(() => {
      leaveQueue()
      reject(account.refusal())
    }, this.#longestWaitMs)
    // One that has its place already goes on before those that have yet to begin.
    if (needs.place) queue.push(waiting)
    else queue.unshift(waiting)
    this.#waiting.add(account)
    this.#waitingCalls += 1
    use.waiting += 1
    use.waited += 1
    this.#beginWaiting()
    return promise
  }

  /**
   * As long as there is room, the next call of the family that has most left; by turns one that comes from a network and one whose
   * company is known, since new addresses, of which a flood has many, have always most left.
   */
  #beginWaiting(): void {
    for (;;) {
      const able = [...this.#waiting].filter((account) => this.#has(account, account.queue[0]!))
      if (able.length === 0) break
      const inTurn = able.filter(({ kind }) => (kind === "network") === this.#isNetworksTurn)
      const next = (inTurn.length > 0 ? inTurn : able).reduce((best, each) =>
        each.leftMs() > best.leftMs() ? each : best,
      )
      this.#isNetworksTurn = next.kind !== "network"
      next.queue[0]!.begin()
    }
    if (this.#waiting.size === 0 || this.#looking !== null) return
    this.#looking = setTimeout(() => {
      this.#looking = null
      this.#beginWaiting()
    }, lookAgainMs)
  }
}
