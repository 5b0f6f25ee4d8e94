/**
 * The share of this process that one family of callers may take, so that it stops no other: a company with its test
 * companies, the anonymous visitors of one company, or one network address. A family has an allowance of work that fills up
 * again by itself. Within it a call begins at once. Beyond it a call begins where few others of that kind are at work, the
 * family that owes least first: so a lone caller has the whole process, and a flood stands in a line of its own. The
 * addresses of one IPv6 /48, and all together, have one more allowance each, so that a flood from many of them stands in
 * that line too; those that have used next to nothing keep a share (`crowd.ts`).
 */
import { networkOf, siteOf } from "../../../domain/rules/public-page/network-address.ts"
import { Spending } from "../spending.ts"
import {
  Account,
  type BudgetOptions,
  type BudgetUse,
  type FamilyKind,
  type Needs,
  unused,
  type WaitingCall,
} from "./account.ts"
import type { AllowanceState } from "./allowance.ts"
import { Crowd, Site } from "./crowd.ts"
import { type Stay, StayInRoom } from "./stay.ts"

export interface Family {
  kind: FamilyKind
  /** An id, or a network address. */
  name: string | number
  /** The /48 of an IPv6 address. */
  site?: string | null
}

export const companyFamily = (companyId: number): Family => ({ kind: "company", name: companyId })

/** The company's calls that may take long, of which it has few places, so that all companies' have connections. */
export const longFamily = (companyId: number): Family => ({ kind: "long", name: companyId })

/** The visitors of the company's public page, and the customers who open its links. */
export const visitorsFamily = (companyId: number): Family => ({ kind: "visitors", name: companyId })

export const networkFamily = (clientAddress: string): Family & { name: string } => ({
  kind: "network",
  name: networkOf(clientAddress),
  site: siteOf(clientAddress),
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
  /** The rest of the family's allowance. */
  allowanceOf(family: Family): AllowanceState
  /** The cost of all calls of each kind of family, and how they fared, since the process began. */
  use(): Readonly<Record<FamilyKind, BudgetUse>>
}

export interface Entrance {
  /** Passed on by a call that more than one family answers for. */
  spending?: Spending | undefined
  /** Its body has yet to come: until then it has no room among those at work, and of an address no place either. */
  awaitsBody?: boolean
  /** The call waits in line where no slot for arrivals is left, as if its body had come. */
  waitsInLine?: boolean
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
  readonly #sites = new Map<string, Site>()
  readonly #crowd: Crowd
  /** Accounts with calls that wait. */
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
    this.#crowd = new Crowd(now)
  }

  use() {
    return this.#uses
  }

  allowanceOf(family: Family) {
    return this.#accountOf(family).allowance()
  }

  async enter(family: Family, entrance: Entrance = {}): Promise<Stay> {
    const account = this.#accountOf(family)
    if (!entrance.awaitsBody || !account.takesArrivals) return this.#enterInLine(account, entrance)
    if (account.hasArrivalLeft) return this.#begin(account, entrance)
    // None waits for a place of arrivals: it would stand before calls that have all they need.
    if (!entrance.waitsInLine) throw account.refusal()
    return this.#enterInLine(account, { ...entrance, awaitsBody: false })
  }

  #enterInLine(account: Account, entrance: Entrance): Promise<Stay> | Stay {
    const needs = { place: true, room: !entrance.awaitsBody }
    return this.#whenAble(account, needs, () => this.#begin(account, entrance))
  }

  #accountOf({ kind, name, site = null }: Family): Account {
    const key = `${kind}:${name}`
    const known = this.#accounts.get(key)
    if (known) return known
    if (this.#accounts.size >= mostAccounts) this.#forgetRested()
    const options = { now: this.#now, longestWaitMs: this.#longestWaitMs }
    const account = new Account(kind, this.#uses[kind], options, {
      crowd: kind === "network" ? this.#crowd : null,
      site: site === null ? null : this.#siteOf(site),
      payer: kind === "long" ? () => this.#accountOf({ kind: "company", name }) : null,
    })
    this.#accounts.set(key, account)
    return account
  }

  #siteOf(name: string): Site {
    const known = this.#sites.get(name)
    if (known) return known
    const site = new Site(this.#now)
    this.#sites.set(name, site)
    return site
  }

  #forgetRested(): void {
    for (const [key, account] of this.#accounts) if (account.hasRested()) this.#accounts.delete(key)
    const kept = new Set([...this.#accounts.values()].map(({ site }) => site))
    for (const [name, site] of this.#sites) if (!kept.has(site) && site.hasRested()) this.#sites.delete(name)
  }

  #has(account: Account, needs: Needs): boolean {
    return account.has(needs) && (!needs.room || this.#beyond < mostBeyond || !account.isBeyond())
  }

  #begin(account: Account, { spending = new Spending(), awaitsBody = false }: Entrance): Stay {
    account.use.begun += 1
    let isBeyond = account.isBeyond()
    const arrives = awaitsBody && account.takesArrivals
    return new StayInRoom(account, spending, awaitsBody ? (arrives ? "arrives" : "reads") : "works", {
      arrive: (calls) => {
        account.arriving += calls
      },
      take: (calls) => {
        account.inside += calls
        account.use.inside += calls
      },
      work: (workers) => {
        if (isBeyond) this.#beyond += workers
        if (account.site) account.site.working += workers
      },
      room: (goOn) =>
        this.#whenAble(account, { place: arrives, room: true }, () => {
          isBeyond = account.isBeyond()
          goOn()
        }),
      changed: () => this.#beginWaiting(),
      hasOthers: () => {
        const own = account.kind === "network" ? 0 : account.inside
        return this.#uses.company.inside + this.#uses.visitors.inside > own
      },
    })
  }

  #whenAble<T>(account: Account, needs: Needs, begin: () => T): Promise<T> | T {
    const mayBegin = (account.queue.length === 0 || !needs.place) && this.#has(account, needs)
    return mayBegin ? begin() : this.#wait(account, needs, begin)
  }

  #wait<T>(account: Account, needs: Needs, begin: () => T): Promise<T> {
    const { queue, use, site } = account
    if (queue.length >= mostWaitingOfFamily || this.#waitingCalls >= mostWaiting || site?.isFull)
      throw account.refusal()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const leaveQueue = () => {
      clearTimeout(timer)
      queue.splice(queue.indexOf(waiting), 1)
      if (queue.length === 0) this.#waiting.delete(account)
      this.#waitingCalls -= 1
      use.waiting -= 1
      if (site) site.waiting -= 1
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
    if (site) site.waiting += 1
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
