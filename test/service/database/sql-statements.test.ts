/** Migrations as a database takes them that is spread over machines. */
import { expect, it } from "vitest"
import { readMigrations } from "../../../service/database/migration-files.ts"
import { statementsFor, statementsIn } from "../../../service/database/sql-statements.ts"

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

/** A new column with a condition, a key or a reference, which Citus refuses. */
const conditioned = /ADD COLUMN [^,;]*\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/

it("SC-05 no migration changes a table in a way that a spread database refuses", () => {
  const found = readMigrations()
    // The baseline makes tables, and is applied before they are spread.
    .filter(({ number }) => number > 1)
    .flatMap(({ name, sql }) => statementsFor(sql).map((statement) => ({ name, statement })))
    .filter(({ statement }) => conditioned.test(statement))
  expect(found).toEqual([])
})
