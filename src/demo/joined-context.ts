import type { AppContext } from "../context.ts"
import type { Tx } from "../store/pg/database.ts"

/** A context whose operations all write into one transaction: everything they do is there, or nothing. */
export function contextWithin(context: AppContext, tx: Tx, now: () => number): AppContext {
  return {
    ...context,
    clock: { now },
    db: { ...context.db, query: tx.query, first: tx.first, some: tx.some, transaction: (work) => work(tx) },
  }
}
