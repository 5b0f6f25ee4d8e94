/**
 * Guards a process's database: nothing uses a server before it is known to be the one of before, or what it lacks is set
 * right.
 */

import type { KeptJournal } from "../../domain/model/journal.ts"
import type { AppContext } from "../platform/context.ts"
import type { Db } from "../platform/pg/database.ts"
import type { Log } from "../platform/ports.ts"
import { readMark, readServer, type ServerIdentity } from "./database-mark.sql.ts"
import { keepMarks } from "./keep-marks.ts"
import { noticeReturn, type Return } from "./notice-going-back.ts"

export interface Guarded {
  /** The repairs at the beginning. */
  returned: Return | null
  /** An operator says that the database went back. */
  tell(): Promise<Return | null>
  /** Keeps the last mark. */
  end(): Promise<void>
}

export interface ServerWatch {
  /** Called for each new connection, before it is used. */
  greet(db: Db): Promise<void>
  /** `context` is one whose connections are not greeted. Without a journal that is kept nothing is noticed. */
  begin(context: AppContext, journal: KeptJournal): Promise<Guarded>
}

export function createServerWatch(log: Log): ServerWatch {
  let known: ServerIdentity | null = null
  let lookAgain: () => Promise<unknown> = async () => {}
  let looking: Promise<unknown> | null = null

  /** A standby is no server that anything is written to. */
  const isOther = (server: ServerIdentity) =>
    known !== null &&
    server.timeline !== "" &&
    (server.system !== known.system || server.timeline !== known.timeline)

  /** Concurrent callers wait for the same look. */
  async function settle(server: ServerIdentity): Promise<void> {
    if (!isOther(server)) return
    looking ??= lookAgain().finally(() => {
      looking = null
    })
    await looking
  }

  async function notice(context: AppContext, journal: KeptJournal, isTold = false): Promise<Return | null> {
    const { server, returned } = await noticeReturn(context, journal, isTold)
    known = server
    if (returned) report(log, returned)
    return returned
  }

  return {
    greet: async (db) => {
      if (known !== null) await settle(await readServer(db))
    },
    async begin(context, journal) {
      const { id } = await readMark(context.db)
      if (!(await journal.open(id)))
        return { returned: null, tell: () => notice(context, journal, true), end: async () => {} }
      const returned = await notice(context, journal)
      lookAgain = () => notice(context, journal)
      const end = await keepMarks(context, journal, { isOther, settle })
      return {
        returned,
        tell: async () => returned ?? notice(context, journal, true),
        async end() {
          await end()
          await journal.close()
        },
      }
    },
  }
}

/** One line for each kind, with how many there were. */
function report(log: Log, { from, ...counts }: Return): void {
  log.warn({ job: "going-back", code: new Date(from).toISOString() }, "the database went back in time")
  for (const [code, count] of Object.entries(counts)) {
    if (count > 0) log.warn({ job: "going-back", code, count }, "set right again")
  }
}
