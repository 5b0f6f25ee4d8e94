import { inject } from "vitest"
import { cloneDatabase, type LentDatabase } from "./databases.ts"

export type { TestDatabase } from "./databases.ts"

export type TestDatabaseOptions = {
  /** Without the tables, for tests of migrations and of restoring. */
  empty?: boolean
  /** The clock's time when a service is started in it at once. */
  startsAt?: number
}

/** Makes a database with all migrations applied, by copying the run's template. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<LentDatabase> {
  const template = options.empty ? "template0" : inject("templateName")
  return cloneDatabase(inject("clusterUrl"), template, options.startsAt)
}
