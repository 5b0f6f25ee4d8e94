/**
 * Statements that travel together and are answered together, under one Sync: the server works through them in their order
 * and stops at the first that fails. The driver sends a Sync, and the server an answer by itself, for each; in a booking
 * these would cost more than some of its statements do.
 */
import pg from "pg"
import type { Statement } from "./statement.ts"

export type Row = Record<string, unknown>

interface AskedStatement extends Statement {
  answered: ((rows: Row[]) => void) | undefined
  failed: ((error: unknown) => void) | undefined
}

/** What is used of the driver's connection, which its types leave out. */
interface Wire {
  /** Text of each statement that the server keeps, and of each that it was asked to keep, by name. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: "P" }): void
  execute(portal: Record<string, never>): void
  sync(): void
}

interface Field {
  name: string
  dataTypeID: number
}
/** How to read a statement's rows. */
interface Column {
  name: string
  read: (text: string) => unknown
}

/**
 * By connection and name. The rows of a kept statement never change: the server refuses to run it when tables have
 * changed so that they would.
 */
const columnsOf = new WeakMap<Wire, Map<string, readonly Column[]>>()

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
// The driver calls the methods below on what is a Query of its own; typed so that they may be methods.
const DriverQuery = pg.Query as unknown as new (config: { text: string }) => { name: string; text: string }

export class StatementBatch extends DriverQuery {
  /** Settles once the server is done with all of them; fails with the first failure. */
  readonly done: Promise<void>
  readonly #types: pg.CustomTypesConfig
  readonly #statements: AskedStatement[] = []
  readonly #end = Promise.withResolvers<void>()
  /** Of the one that is being answered. */
  #at = 0
  #columns: readonly Column[] = []
  #rows: Row[] = []
  #unreadable: { reason: unknown } | null = null
  #wire: Wire | null = null

  constructor(types: pg.CustomTypesConfig) {
    super({ text: "" })
    this.#types = types
    this.done = this.#end.promise
    // Whoever needs to know looks at it later.
    this.done.catch(() => {})
  }

  /** Throws where a value can't be sent. */
  add(
    { name, text, values }: Statement,
    answered?: (rows: Row[]) => void,
    failed?: (error: unknown) => void,
  ): void {
    this.#statements.push({
      name,
      text,
      values: values.map((value) => prepareValue(value)),
      answered,
      failed,
    })
  }

  submit(wire: Wire): null {
    this.#wire = wire
    wire.stream.cork()
    try {
      for (const statement of this.#statements) send(wire, statement)
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    this.#begin()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#types.getTypeParser(dataTypeID, "text"),
    }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    try {
      for (let i = 0; i < fields.length; i++) {
        const { name, read } = this.#columns[i]!
        const text = fields[i]!
        row[name] = text === null ? null : read(text)
      }
    } catch (reason) {
      this.#unreadable ??= { reason }
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    const statement = this.#statements[this.#at]!
    if (statement.name !== "") remember(this.#wire!, statement.name, this.#columns)
    if (this.#unreadable) statement.failed?.(this.#unreadable.reason)
    else statement.answered?.(this.#rows)
    this.#at += 1
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleError(error: unknown): void {
    const left = this.#statements.slice(this.#at)
    this.#at = this.#statements.length
    for (const { name, failed } of left) {
      // What the server has passed over it does not keep.
      if (this.#wire) delete this.#wire.submittedNamedStatements[name]
      failed?.(error)
    }
    this.#end.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#end.reject(this.#unreadable.reason)
    else this.#end.resolve()
  }

  /** The driver notes by name and text what the server has come to keep. */
  #begin(): void {
    const statement = this.#statements[this.#at]
    if (statement === undefined) return
    this.name = statement.name
    this.text = statement.text
    this.#columns = columnsOf.get(this.#wire!)?.get(statement.name) ?? []
    this.#rows = []
  }
}

function send(wire: Wire, { name, text, values }: Statement): void {
  const isKept =
    wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined
  if (!isKept) {
    wire.parse({ name, text })
    if (name !== "") wire.submittedNamedStatements[name] = text
  }
  wire.bind({ statement: name, values })
  if (!columnsOf.get(wire)?.has(name)) wire.describe({ type: "P" })
  wire.execute({})
}

function remember(wire: Wire, name: string, columns: readonly Column[]): void {
  const known = columnsOf.get(wire) ?? new Map<string, readonly Column[]>()
  known.set(name, columns)
  columnsOf.set(wire, known)
}
