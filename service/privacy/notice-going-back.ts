/**
 * Notices that the database went back in time, and sets right what must not come back. A database goes back by a restore, by
 * a restore to a point in time, and by a failover to a standby that lacked the last commits. Each database has a mark that
 * only grows, and the journal outside of it knows how far it was; a server that is another one is looked at in any case.
 */

import { isBehind, type JournalMark, type KeptJournal } from "../../domain/model/journal.ts"
import { msPerHour } from "../../domain/time/units.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { afterRestore } from "../outbox/events.sql.ts"
import { countHeld, setTextsAside } from "../outbox/texts-held.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import {
  type DatabaseMark,
  endAccess,
  endShortLived,
  raiseMark,
  raiseSequence,
  readMark,
  readSequences,
  readServer,
  type ServerIdentity,
  setBackFrom,
} from "./database-mark.sql.ts"
import { applyJournal, type DoneAgain } from "./go-back.ts"

/** The findings and repairs. */
export interface Return extends DoneAgain {
  /** The last time that the database remembers; epoch milliseconds. */
  from: number
  /** Texts that wait for an operator. */
  held: number
}

/** Clocks of machines differ, and an entry may be kept a moment before its mark. */
const marginMs = msPerHour
/** So far beyond what was last seen ids may have been given out. */
const idMargin = 100_000

/** The server that was looked at, and what was done; null when the database is as far as it was. */
export interface Noticed {
  server: ServerIdentity
  returned: Return | null
}

/**
 * Looks whether the database is as far as it was, and sets right what is not. `isTold`: an operator says that it went back. While it works no other process
 * does the same, and nothing else may use the database.
 */
export async function noticeReturn(
  context: AppContext,
  journal: KeptJournal,
  isTold = false,
): Promise<Noticed> {
  const { db } = context
  return db.transaction(async (tx) => {
    // The row's lock is held while other transactions do the work.
    tx.write("SET LOCAL idle_in_transaction_session_timeout = 0", [])
    tx.write("SET LOCAL lock_timeout = '1min'", [])
    const found = {
      journal,
      present: await readMark(tx, true),
      server: await readServer(tx),
      known: await journal.latest(),
    }
    const { server } = found
    const loss = isTold ? "all" : lossOf(found)
    return { server, returned: loss === "none" ? null : await setRight(context, tx, found, loss) }
  })
}

interface Found {
  journal: KeptJournal
  present: DatabaseMark
  server: ServerIdentity
  known: JournalMark | null
}

/**
 * `all`: commits may be lost that were not looked for yet. `own`: another process has noticed it, and this one's journal may
 * know more. `ids`: another server has taken over that every commit waited for.
 */
type Loss = "all" | "own" | "ids" | "none"

function lossOf({ present, server, known }: Found): Loss {
  if (known === null) return "none"
  if (isBehind(present, known)) return "all"
  if (present.era > known.era) return "own"
  const isOther = server.system !== known.system || server.timeline !== known.timeline
  if (!isOther) return "none"
  return known.isSynchronous ? "ids" : "all"
}

async function setRight(
  context: AppContext,
  tx: Tx,
  { journal, present, server, known }: Found,
  loss: Exclude<Loss, "none">,
): Promise<Return> {
  const { db, clock } = context
  const from = loss === "own" ? (present.backFrom ?? present.at) : present.at
  const ids = await raiseIds(context, known)
  if (loss === "all") {
    await db.transaction((holding) => setTextsAside(holding, clock.now()))
    await db.transaction(endAccess)
    for (const companyId of await listCompanyIds(db)) await endShortLived(db, companyId)
  }
  const done = await applyJournal(context, await journal.since(from - marginMs))
  await setBackFrom(tx, from)
  if (loss !== "own") await afterRestore(tx, known?.era ?? 0)
  const mark = await raiseMark(tx, clock.now(), known?.mark ?? 0)
  const { era } = await readMark(tx)
  await journal.keepMark({ era, mark, at: clock.now(), ...server, ids: withMargin(ids) })
  return { from, held: await countHeld(db), ...done }
}

/** No id that was given out is given out again. */
async function raiseIds({ db }: AppContext, known: JournalMark | null): Promise<Record<string, number>> {
  const present = await readSequences(db)
  for (const [name, id] of Object.entries(known?.ids ?? {})) {
    if (!(name in present) || present[name]! >= id) continue
    await raiseSequence(db, name, id)
    present[name] = id
  }
  return present
}

/** Ids up to these may be given out before they are kept again. */
export const withMargin = (ids: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id + idMargin]))
