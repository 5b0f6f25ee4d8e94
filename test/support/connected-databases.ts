/**
 * Databases with the connections of a service, lent to one test's service after the other. To connect costs PostgreSQL a
 * process, and each connection plans every statement anew: more than most tests do.
 */
import { utcDayOf } from "../../domain/time/units.ts"
import { type Database, openDatabase } from "../../service/platform/pg/database.ts"
import type { LentDatabase } from "./databases.ts"
import { createTestDatabase } from "./postgres.ts"

export interface ConnectedDatabase {
  database: LentDatabase
  db: Database
  /** Throws when the test has left a connection open. */
  giveBack(): Promise<void>
}

interface Spare {
  database: LentDatabase
  db: Database
  day: number
}

/** The databases that no test of this process works with just now. */
const spares: Spare[] = []

/** The usual pool of a service. */
export const usualPoolSize = 10

/** `startsAt` is the clock's time when a service starts in it at once. */
export async function lendConnected(startsAt: number): Promise<ConnectedDatabase> {
  const day = utcDayOf(startsAt)
  const at = spares.findIndex((spare) => spare.day === day)
  const spare = at < 0 ? await openAnother(startsAt, day) : spares.splice(at, 1)[0]!
  return { ...spare, giveBack: () => giveBack(spare) }
}

async function openAnother(startsAt: number, day: number): Promise<Spare> {
  const database = await createTestDatabase({ startsAt })
  const db = openDatabase({ connection: { connectionString: database.url }, poolSize: usualPoolSize })
  return { database, db, day }
}

async function giveBack(spare: Spare): Promise<void> {
  const { database, db } = spare
  if (await database.empty(db).catch(() => false)) {
    spares.push(spare)
    return
  }
  await db.close()
  await database.drop()
}
