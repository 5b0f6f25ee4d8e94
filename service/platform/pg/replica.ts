/**
 * Reads that may lag behind what was written: lists and reports. A replica answers them where there is one. What judges a
 * booking, a link or a credential never reads here.
 */
import type { Db } from "./database.ts"
import { dbBy } from "./transaction.ts"

/** For so long after the replica was away nothing is asked of it. */
const awayMs = 10_000

/**
 * Asks the replica, and the primary while the replica is away or when it gave a statement up: a replica cancels what stands in
 * the way of the changes that it has to follow.
 */
export function readingFrom(replica: Db, primary: Db): Db {
  let awayUntil = 0

  return dbBy(async (text, values) => {
    if (performance.now() < awayUntil) return primary.query(text, values)
    try {
      return await replica.query(text, values)
    } catch (error) {
      if (!gaveUp(error)) throw error
      if (!isConflict(error)) awayUntil = performance.now() + awayMs
      return primary.query(text, values)
    }
  })
}

/** serialization_failure, which a replica answers when it cancels a statement, and deadlock_detected. */
const conflicts = new Set(["40001", "40P01"])
const isConflict = (error: unknown) => conflicts.has(codeOf(error))

/** Also: connection errors, an end or a start of the server, too many connections, and statements that took too long. */
const gaveUp = (error: unknown) =>
  isConflict(error) || !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P|53300|57014)/.test(codeOf(error))

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "")
