import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** One plain SQL file. `checksum` is the SHA-256 of its text in hex. */
export type Migration = {
  number: number
  name: string
  sql: string
  checksum: string
  inTransaction: boolean
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
const NO_TRANSACTION = "-- no-transaction"

/** The repository's own migrations. */
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "../../migrations")

/**
 * Reads `NNNN_name.sql` files in the order of their numbers.
 * Throws when a name has another form or a number occurs twice.
 */
export function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".sql"))
  const migrations = names.sort().map((name) => readMigration(directory, name))
  migrations.forEach((migration, index) => {
    if (migration.number === migrations[index - 1]?.number) {
      throw new Error(`Two migrations have the number of ${migration.name}`)
    }
  })
  return migrations
}

function readMigration(directory: string, name: string): Migration {
  const number = FILE_NAME.exec(name)?.[1]
  if (!number) throw new Error(`The migration ${name} is not named like 0001_what_it_does.sql`)
  const sql = readFileSync(join(directory, name), "utf8")
  return {
    number: Number(number),
    name: name.slice(0, -".sql".length),
    sql,
    checksum: createHash("sha256").update(sql).digest("hex"),
    inTransaction: sql.split("\n", 1)[0]?.trim() !== NO_TRANSACTION,
  }
}
