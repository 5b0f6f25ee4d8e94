import { inject } from "vitest"
import { cloneDatabase, type TestDatabase } from "./databases.ts"

export type { TestDatabase } from "./databases.ts"

export type TestDatabaseOptions = {
  /** Without the tables, for tests of migrations and of restoring. */
  empty?: boolean
}

/** Makes a database with all migrations applied, by copying the run's template. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return cloneDatabase(inject("clusterUrl"), options.empty ? "template0" : inject("templateName"))
}
