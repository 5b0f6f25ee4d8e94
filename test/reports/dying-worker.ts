/** A worker that dies in the middle of its work: its connection ends after so many statements of a transaction. */
import type { AppContext } from "../../service/platform/context.ts"
import type { Tx } from "../../service/platform/pg/database.ts"
import { sumUpAll } from "../../service/reports/sum-up-reports.ts"

class Died extends Error {}

/** Sums up until the `statements`th statement of a transaction, and dies there. */
export async function dieAfter(context: AppContext, statements: number): Promise<void> {
  let left = statements
  const counted = (tx: Tx): Tx => {
    const count = () => {
      left -= 1
      if (left < 0) throw new Died()
    }
    return {
      ...tx,
      query: (text, values) => {
        count()
        return tx.query(text, values)
      },
      write: (text, values, answered) => {
        count()
        tx.write(text, values, answered)
      },
    }
  }
  const dying: AppContext = {
    ...context,
    db: { ...context.db, transaction: (work) => context.db.transaction((tx) => work(counted(tx))) },
  }
  await sumUpAll(dying).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error
  })
}
