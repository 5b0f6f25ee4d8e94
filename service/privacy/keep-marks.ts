/** Keeps in the journal how far the database has come, once a second while it goes on. */

import type { KeptJournal } from "../../domain/model/journal.ts"
import type { AppContext } from "../platform/context.ts"
import { raiseMark, readMark, readSequences, readServer, type ServerIdentity } from "./database-mark.sql.ts"
import { withMargin } from "./notice-going-back.ts"

const everyMs = 1_000

export interface Servers {
  isOther(server: ServerIdentity): boolean
  /** Ends when the server is known. */
  settle(server: ServerIdentity): Promise<void>
}

/** Ends when the first mark is kept. Returns how it ends; the last one is kept then. */
export async function keepMarks(
  context: AppContext,
  journal: KeptJournal,
  servers: Servers,
): Promise<() => Promise<void>> {
  let seen = ""
  let keeping: Promise<void> = Promise.resolve()

  async function keep(): Promise<void> {
    const ids = await readSequences(context.db)
    const now = JSON.stringify(ids)
    const isKept = now === seen ? await isKnown() : await keepMark(context, journal, servers, ids)
    if (isKept) seen = now
  }
  /** Behind a pooler connections are not greeted, so that another server is noticed here. */
  async function isKnown(): Promise<boolean> {
    await servers.settle(await readServer(context.db))
    return true
  }
  const keepSafely = () => {
    keeping = keeping.then(keep).catch((error) => {
      context.log.warn(
        { job: "journal", code: String((error as { code?: unknown }).code) },
        "no mark was kept",
      )
    })
    return keeping
  }
  await keepSafely()
  const timer = setInterval(keepSafely, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return keepSafely()
  }
}

/** False when another server has taken over meanwhile: a mark of its own would hide that. */
async function keepMark(
  { db, clock }: AppContext,
  journal: KeptJournal,
  servers: Servers,
  ids: Readonly<Record<string, number>>,
): Promise<boolean> {
  const at = clock.now()
  const { server, mark, era } = await db.transaction(async (tx) => {
    const server = await readServer(tx)
    if (servers.isOther(server)) return { server, mark: null, era: 0 }
    const mark = await raiseMark(tx, at)
    return { server, mark, era: (await readMark(tx)).era }
  })
  if (mark === null) await servers.settle(server)
  else await journal.keepMark({ era, mark, at, ...server, ids: withMargin(ids) })
  return mark !== null
}
