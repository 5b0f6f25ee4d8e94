import type { House } from "../operations/house.ts"
import type { Tx } from "../store/database.ts"

/** A house whose operations all write into one transaction: everything they do is there, or nothing. */
export function houseWithin(house: House, tx: Tx, now: () => number): House {
  return {
    ...house,
    clock: { now },
    db: { ...house.db, query: (text, values) => tx.query(text, values), transaction: (work) => work(tx) },
  }
}
