/**
 * Notices a server that hangs: it takes statements and never answers, so that callers would hold their connections for as
 * long as it does. Statements that have waited for half a second are a reason to ask the servers themselves, each over a
 * connection of its own. Callers of one that hangs are then cut off, and the next ones are refused at once, as when the
 * server were lost. Everything else goes on.
 */
import type pg from "pg"
import { type DatabaseState, stateOf, stateQuestion } from "./database-state.ts"
import { Machines } from "./machines.ts"
import { endNow, Pulse } from "./pulse.ts"
import { readServers } from "./servers.ts"
import type { Holder, Shares } from "./shares.ts"
import { readStatement } from "./whole-tables.ts"

const lookEveryMs = 250
const suspectAfterMs = 500
/** A statement that has waited for less may have been sent after the server came back. */
const endAfterMs = 750
/** The time for which an answer stands for a question that is not answered in time. */
const standsForMs = 3_000

/** A server hangs. Its code is that of a connection that was lost. */
export class HangMet extends Error {
  readonly code = "08006"
  constructor(name: string) {
    super(`${name} hangs`)
  }
}

/** Some tables are spread over machines already and others are not. Its code says that a later try will succeed. */
export class BeingSpread extends Error {
  readonly code = "57P03"
  constructor() {
    super("The database is being spread over its machines")
  }
}

/** feature_not_supported, internal_error, syntax or access, deadlock_detected: what statements meet meanwhile. */
const metWhileSpreading = /^(0A|XX|42|40P01)/

/** The companies that a statement concerns. A transaction's BEGIN and COMMIT concern those of its statements. */
export interface About {
  companyId: number | "several" | null
  writes: boolean
}

interface OnItsWay {
  about: About
  client: pg.ClientBase
  since: number
  endedBy: HangMet | BeingSpread | null
}

/** The servers' answers about themselves. */
export interface Vitals {
  /** Null while the server that the service connects to does not answer. */
  state: DatabaseState | null
  /** The servers that hang: host and port, or the standby that commits wait for. */
  hanging: string[]
}

export interface WatchOptions {
  url: string
  /** Called when something begins to hang, and when it answers again. */
  onChange?: (name: string, hangs: boolean) => void
  /** Servers that are asked beside it: a replica. */
  beside?: readonly DatabaseWatch[]
  machines?: Pick<Machines, "list" | "of" | "refresh" | "isToRead" | "close">
  /**
   * The number of looks that may find a question open before its server counts as hanging; by default as many as a second
   * has.
   */
  mostLooks?: number
}

export class DatabaseWatch {
  readonly #options: WatchOptions
  readonly #primary: Pulse<DatabaseState>
  readonly #others = new Map<string, Pulse<true>>()
  readonly #machines: NonNullable<WatchOptions["machines"]>
  readonly #onItsWay = new Set<OnItsWay>()
  readonly #shares = new Set<Shares>()
  readonly #timer: NodeJS.Timeout
  #told = new Set<string>()

  constructor(options: WatchOptions) {
    this.#options = options
    const { urls } = readServers(options.url)
    this.#primary = new Pulse(
      urls.map(addressOf).join(","),
      options.url,
      {
        sql: stateQuestion,
        read: ([row]) => stateOf(row),
      },
      options.mostLooks,
    )
    this.#machines = options.machines ?? new Machines(options.url)
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
  }

  /** Asks once, so that its connection stands before it is needed. */
  async begin(): Promise<void> {
    await Promise.all([this.#primary.ask(), this.#machines.refresh()])
  }

  /** The machine of a company in a distributed database; null on plain PostgreSQL. */
  machineOf(companyId: number | null): string | null {
    return companyId === null ? null : this.#machines.of(companyId)
  }

  /** Callers who wait for a connection are refused too. */
  join(shares: Shares): void {
    this.#shares.add(shares)
  }

  leave(shares: Shares): void {
    this.#shares.delete(shares)
  }

  /** Sends a statement, unless what it is about hangs. Throws `HangMet`, also when it comes to hang meanwhile. */
  async follow<T>(client: pg.ClientBase, about: About, send: () => Promise<T>): Promise<T> {
    const met = this.#hangMetBy(about)
    if (met) throw met
    const own: OnItsWay = { about, client, since: performance.now(), endedBy: null }
    this.#onItsWay.add(own)
    try {
      return await send()
    } catch (error) {
      if (own.endedBy) throw own.endedBy
      throw (await this.#comesOfSpreading(error)) ? new BeingSpread() : error
    } finally {
      this.#onItsWay.delete(own)
    }
  }

  /** Throws `HangMet` where a connection would be held for what hangs. */
  refuse({ companyId, writes }: Pick<Holder, "companyId" | "writes">): void {
    const met = this.#hangMetBy({ companyId, writes })
    if (met) throw met
  }

  /** Asks every server, and waits no longer than `limitMs`. */
  async vitals(limitMs: number): Promise<Vitals> {
    this.#meetMachines()
    const machines = [...this.#others.values()]
    const [state, others] = await Promise.all([
      answerWithin(this.#primary, limitMs),
      Promise.all((this.#options.beside ?? []).map((each) => each.vitals(limitMs))),
      Promise.all(machines.map((pulse) => answerWithin(pulse, limitMs))),
    ])
    const own = state === null ? [this.#primary.name] : machines.filter(isSilent).map(({ name }) => name)
    const standbys = state !== null && state.waitingCommits > 0 ? [this.#standby()] : []
    return { state, hanging: [...own, ...standbys, ...others.flatMap(({ hanging }) => hanging)] }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([
      this.#primary.close(),
      this.#machines.close(),
      ...[...this.#others.values()].map((pulse) => pulse.close()),
    ])
  }

  #hanging(): string[] {
    if (this.#primary.hangs) return [this.#primary.name]
    const machines = [...this.#others.values()].filter(({ hangs }) => hangs).map(({ name }) => name)
    return this.#commitsHang() ? [...machines, this.#standby()] : machines
  }

  get #isSpreading(): boolean {
    return this.#primary.last?.answer.spreading === "now"
  }

  async #comesOfSpreading(error: unknown): Promise<boolean> {
    const { code } = error as { code?: unknown }
    if (typeof code !== "string" || !metWhileSpreading.test(code)) return false
    return (await this.#primary.ask())?.spreading != null
  }

  #commitsHang = () => (this.#primary.last?.answer.waitingCommits ?? 0) > 0

  #standby = () => `standby ${this.#primary.last?.answer.standbys}`

  /** A statement about several companies is sent nevertheless: another machine may be asked first. */
  #hangMetBy({ companyId, writes }: About, isSent = false): HangMet | BeingSpread | null {
    if (this.#isSpreading) return new BeingSpread()
    if (this.#told.size === 0) return null
    if (this.#primary.hangs) return new HangMet(this.#primary.name)
    if (writes && this.#commitsHang()) return new HangMet(this.#standby())
    const machine = typeof companyId === "number" ? this.machineOf(companyId) : null
    if (machine !== null && this.#others.get(machine)?.hangs) return new HangMet(machine)
    const any = isSent && companyId === "several" && [...this.#others.values()].find(({ hangs }) => hangs)
    return any ? new HangMet(any.name) : null
  }

  #look(): void {
    const now = performance.now()
    const [oldest] = this.#onItsWay
    const isSuspected = oldest !== undefined && now - oldest.since > suspectAfterMs
    const isWaitedFor = [...this.#shares].some(({ waiting }) => waiting > 0)
    if (this.#machines.isToRead) void this.#machines.refresh()
    if (!isSuspected && !isWaitedFor && !this.#isSpreading && this.#told.size === 0) return
    this.#meetMachines()
    for (const pulse of [this.#primary, ...this.#others.values()]) {
      pulse.look()
      void pulse.ask()
    }
    this.#tell()
    if (this.#told.size > 0 || this.#isSpreading) this.#endWhatHangs(now)
  }

  #meetMachines(): void {
    const { list } = this.#machines
    for (const { name, probe } of list) {
      if (this.#others.has(name)) continue
      const sql = `SELECT FROM company WHERE company_id = ${probe}`
      this.#others.set(
        name,
        new Pulse(name, this.#options.url, { sql, read: () => true }, this.#options.mostLooks),
      )
    }
    for (const [name, pulse] of this.#others) {
      if (list.some((machine) => machine.name === name)) continue
      this.#others.delete(name)
      void pulse.close()
    }
  }

  #tell(): void {
    const hanging = new Set(this.#hanging())
    for (const name of hanging) if (!this.#told.has(name)) this.#options.onChange?.(name, true)
    for (const name of this.#told) if (!hanging.has(name)) this.#options.onChange?.(name, false)
    this.#told = hanging
  }

  #endWhatHangs(now: number): void {
    for (const own of this.#onItsWay) {
      if (now - own.since < endAfterMs) break
      own.endedBy = this.#hangMetBy(own.about, true)
      if (own.endedBy) endNow(own.client)
    }
    for (const shares of this.#shares) shares.refuseWaiting((holder) => this.#hangMetBy(holder))
  }
}

/** The companies that a statement of its own concerns. */
export function aboutOf(text: string, [first]: readonly unknown[]): About {
  const { concern, writes } = readStatement(text)
  if (concern === "none") return { companyId: null, writes }
  return { companyId: concern === "company" && typeof first === "number" ? first : "several", writes }
}

/** The server's answer; an earlier one while that is recent enough to stand for one that is late. */
async function answerWithin<T>(pulse: Pulse<T>, limitMs: number): Promise<T | null> {
  if (pulse.hangs) {
    void pulse.ask()
    return null
  }
  const late = Symbol()
  const answer = await Promise.race([pulse.ask(), afterMs(limitMs).then(() => late as symbol & T)])
  if (answer !== late) return answer
  return isSilent(pulse) ? null : pulse.last!.answer
}

const isSilent = ({ hangs, isOpen, last }: Pulse<unknown>): boolean =>
  hangs || (isOpen && (last === null || performance.now() - last.at > standsForMs))

const afterMs = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

/** Host and port alone: the rest of the URL is secret. */
export function addressOf(url: string): string {
  try {
    const { hostname, port, searchParams } = new URL(url.replace("@/", "@localhost/"))
    const socket = searchParams.get("host")
    return socket ?? `${hostname}:${port || 5432}`
  } catch {
    return "the database"
  }
}
