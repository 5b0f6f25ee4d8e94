import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
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
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "../migrations")

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

/**
 * The list of migrations that must not change any more, as `sha256sum` writes it: a checksum and a file name in each
 * line. It is committed, so that a change of a frozen file shows in review as a changed line.
 */
const FROZEN_LIST = "frozen.sha256"

/** The migrations of earlier releases that the first file here stands for, in the same form. */
const SQUASHED_LIST = "squashed.sha256"

export interface Squashed {
  /** The migration that a database ended with which had applied all of them. */
  last: { number: number; name: string; checksum: string }
  /** By number. */
  checksums: ReadonlyMap<number, string>
}

/** Null where the files are all that ever were. */
export function readSquashed(directory: string = MIGRATIONS_DIRECTORY): Squashed | null {
  const files = [...readList(join(directory, SQUASHED_LIST))].sort(([a], [b]) => (a < b ? -1 : 1))
  const [file, checksum] = files.at(-1) ?? []
  if (file === undefined || checksum === undefined) return null
  return {
    last: { number: numberOf(file), name: file.slice(0, -".sql".length), checksum },
    checksums: new Map(files.map(([name, sum]) => [numberOf(name), sum])),
  }
}

const numberOf = (file: string) => Number(file.slice(0, 4))

/** The names of frozen migrations that are no longer what was frozen, and of migrations that are not frozen yet. */
export function compareWithFrozen(directory: string = MIGRATIONS_DIRECTORY): {
  changed: string[]
  unfrozen: string[]
} {
  const present = new Map(readMigrations(directory).map(({ name, checksum }) => [`${name}.sql`, checksum]))
  const frozen = readFrozen(directory)
  return {
    changed: [...frozen].filter(([file, checksum]) => present.get(file) !== checksum).map(([file]) => file),
    unfrozen: [...present.keys()].filter((file) => !frozen.has(file)),
  }
}

/**
 * Adds the migrations that are not frozen yet to the list. Throws when a frozen one has changed or is gone: its line
 * stays as it is, since a database that applied the old file would refuse the new one.
 */
export function freezeNewMigrations(directory: string = MIGRATIONS_DIRECTORY): void {
  const { changed, unfrozen } = compareWithFrozen(directory)
  if (changed.length > 0) {
    throw new Error(
      `Frozen migrations have changed: ${changed.join(", ")}. Put them back and write a new migration.`,
    )
  }
  const frozen = readFrozen(directory)
  for (const { name, checksum } of readMigrations(directory)) {
    if (unfrozen.includes(`${name}.sql`)) frozen.set(`${name}.sql`, checksum)
  }
  const lines = [...frozen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, sum]) => `${sum}  ${file}\n`)
  writeFileSync(join(directory, FROZEN_LIST), lines.join(""))
}

const readFrozen = (directory: string) => readList(join(directory, FROZEN_LIST))

/** Checksums by file name. */
function readList(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, "utf8") : ""
  return new Map(
    text
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [checksum, file] = line.split(/\s+/)
        return [file!, checksum!]
      }),
  )
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
