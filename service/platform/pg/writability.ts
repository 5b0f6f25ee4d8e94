/** Finds out that PostgreSQL takes writes: its disk may be full or fail, or it may be a standby. */
import pg from "pg"
import type { Tx } from "./transaction.ts"

/** disk_full, io_error, read_only_sql_transaction */
const cannotWrite = new Set(["53100", "58030", "25006"])

export const saysThatItCannotWrite = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && cannotWrite.has(error.code ?? "")

export interface Writability {
  /** Passes the work on, and remembers that it failed for want of a disk to write to. */
  watch<T>(work: Promise<T>): Promise<T>
  /** Tries a write where one has failed, until one succeeds again. */
  isGiven(transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<boolean>
}

/** `onLost` is called with the error's code by the first write that fails. */
export function createWritability(onLost: (code: string) => void): Writability {
  let isLost = false

  function note(error: unknown): void {
    if (!saysThatItCannotWrite(error)) return
    if (!isLost) onLost((error as pg.DatabaseError).code!)
    isLost = true
  }

  return {
    async watch(work) {
      try {
        return await work
      } catch (error) {
        note(error)
        throw error
      }
    },
    async isGiven(transaction) {
      if (!isLost) return true
      try {
        await transaction((tx) => tx.query(growingTable))
        isLost = false
        return true
      } catch (error) {
        if (saysThatItCannotWrite(error)) return false
        throw error
      }
    },
  }
}

/** A small write may fit into the free room of a table. This one makes a file grow, and leaves nothing. */
const growingTable =
  "CREATE TEMP TABLE try_to_write ON COMMIT DROP AS SELECT n, n AS m FROM generate_series(1, 10000) n"
