/** Migrations as a database takes them that is spread over machines. */
import { expect, it } from "vitest"
import { readMigrations } from "./migration-files.ts"
import { beginFor, statementsFor, statementsIn } from "./sql-statements.ts"

it.each([
  ["SELECT 1; SELECT 2;", ["SELECT 1;", "SELECT 2;"]],
  ["SELECT ';'; SELECT 'it''s; so';", ["SELECT ';';", "SELECT 'it''s; so';"]],
  ['SELECT ";"; SELECT 2', ['SELECT ";";', "SELECT 2"]],
  ["-- one; two\nSELECT 1;\n-- the end;\n", ["-- one; two\nSELECT 1;"]],
  ["/* one; */ SELECT 1;", ["/* one; */ SELECT 1;"]],
  ["DO $$ BEGIN x; END $$; SELECT 2;", ["DO $$ BEGIN x; END $$;", "SELECT 2;"]],
  ["DO $a$ SELECT $$;$$; $a$;", ["DO $a$ SELECT $$;$$; $a$;"]],
  ["", []],
])("SC-05 statements are told apart: %j", (sql, statements) => {
  expect(statementsIn(sql)).toEqual(statements)
})

it("SC-05 a new column comes before its condition, which has the name that PostgreSQL would give it", () => {
  expect(
    statementsFor("-- why\nALTER TABLE company ADD COLUMN unit text CHECK (unit IN ('km', 'mi'));"),
  ).toEqual([
    "-- why\nALTER TABLE company ADD COLUMN unit text;",
    "ALTER TABLE company ADD CONSTRAINT company_unit_check CHECK (unit IN ('km', 'mi'));",
  ])
})

it("SC-05 a condition that is named keeps its name", () => {
  expect(
    statementsFor(
      "ALTER TABLE appointment_type ADD COLUMN seats int CONSTRAINT seats_some CHECK (seats > 0);",
    ),
  ).toEqual([
    "ALTER TABLE appointment_type ADD COLUMN seats int;",
    "ALTER TABLE appointment_type ADD CONSTRAINT seats_some CHECK (seats > 0);",
  ])
})

it("SC-05 several changes of a table come one by one", () => {
  const sql = `ALTER TABLE appointment
    ADD COLUMN kind text NOT NULL DEFAULT 'a, (b' CHECK (kind IN ('a, (b', 'c')),
    DROP CONSTRAINT both,
    ADD CONSTRAINT both CHECK ((kind IS NULL) = (other IS NULL)),
    ADD FOREIGN KEY (company_id, series_id) REFERENCES series;`
  expect(statementsFor(sql)).toEqual([
    "ALTER TABLE appointment ADD COLUMN kind text NOT NULL DEFAULT 'a, (b';",
    "ALTER TABLE appointment ADD CONSTRAINT appointment_kind_check CHECK (kind IN ('a, (b', 'c'));",
    "ALTER TABLE appointment DROP CONSTRAINT both;",
    "ALTER TABLE appointment ADD CONSTRAINT both CHECK ((kind IS NULL) = (other IS NULL));",
    "ALTER TABLE appointment ADD FOREIGN KEY (company_id, series_id) REFERENCES series;",
  ])
})

/** Statements that Citus refuses: a new column with a condition, a key or a reference, and such a one beside other changes. */
const conditioned = /\bADD COLUMN [^;]*?\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY|CONSTRAINT)\b/
const besideOthers = /\b(ADD|DROP|ALTER) [^;]*,\s*ADD (CONSTRAINT|FOREIGN|CHECK|UNIQUE)\b/
const before = /\bADD (CONSTRAINT|FOREIGN|CHECK|UNIQUE)\b[^;]*,\s*(ADD|DROP|ALTER) (COLUMN|CONSTRAINT)\b/

it("SC-05 no migration changes a table in a way that a spread database refuses", () => {
  const isRefused = (statement: string) =>
    statement.includes("ALTER TABLE") &&
    [conditioned, besideOthers, before].some((pattern) => pattern.test(statement))
  const all = readMigrations()
    // The first file makes tables, and is applied before they are spread.
    .slice(1)
    .flatMap(({ name, sql }) =>
      statementsIn(sql).map((statement) => ({ name, statement, as: statementsFor(statement) })),
    )
  expect(all.filter(({ as }) => as.some(isRefused))).toEqual([])
  // The check sees each kind of them as it would stand in a file.
  const refused = [
    "ALTER TABLE appointment ADD COLUMN kind text CHECK (kind <> '');",
    "ALTER TABLE appointment DROP CONSTRAINT both, ADD CONSTRAINT both CHECK (true);",
    "ALTER TABLE appointment ADD FOREIGN KEY (company_id, series_id) REFERENCES series, ADD COLUMN kind text;",
  ]
  expect(refused.filter((statement) => !isRefused(statement))).toEqual([])
  expect(refused.flatMap(statementsFor).filter(isRefused)).toEqual([])
})

it("SC-02 a migration of a spread database changes the parts of a table one after the other, and no other does", () => {
  expect(beginFor(false, 2_000)).toBe("BEGIN; SET LOCAL lock_timeout = 2000")
  expect(beginFor(true, 2_000)).toContain("; SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
})
