/** The wall between companies: every statement on a company's rows names the company whose rows it means. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { aboutAll, copies, isListed, worded } from "./support/host-statements.ts"
import { readSources, root } from "./support/source-files.ts"
import {
  isBoundToCompany,
  type Statement,
  statementsIn,
  tablesOf,
  unnamedTables,
} from "./support/sql-texts.ts"

/** Tables with a company_id that are looked into before the company is known, or count what is the host's. */
const hostTables = ["directory", "user_email", "code_ledger"]

const schema = readFileSync(join(root, "api/schema.sql"), "utf8")
const companyTables = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\)/gm)]
  .filter(([, name, columns]) => /^\s*company_id bigint/m.test(columns!) && !hostTables.includes(name!))
  .map(([, name]) => name!)

const statements = readSources(["service"])
  .flatMap(statementsIn)
  .filter(({ text }) => tablesOf(text).some((table) => companyTables.includes(table)))
const isAboutAll = (statement: Statement) => isListed([...aboutAll, ...copies], statement)

it("TR-36 every statement on a company's rows names its company_id", () => {
  expect(companyTables.length).toBeGreaterThan(35)
  expect(statements.length).toBeGreaterThan(250)
  const found = statements
    .filter((statement) => !isAboutAll(statement))
    .flatMap((statement) => {
      const unnamed = unnamedTables(statement.text, companyTables)
      const loose = isBoundToCompany(statement.text) ? [] : ["no company is given"]
      return [...unnamed, ...loose].map(
        (what) => `${statement.path}: ${what}: ${worded(statement.text).slice(0, 160)}`,
      )
    })
  expect(found).toEqual([])
})

it("TR-36 the statements about all companies are those that are listed", () => {
  expect(aboutAll.filter((each) => !statements.some((statement) => isListed([each], statement)))).toEqual([])
})

it.each([
  ["SELECT id FROM customer WHERE id = $1", ["customer"]],
  ["SELECT c.id FROM customer c JOIN contact k ON k.customer_id = c.id WHERE c.company_id = $1", ["contact"]],
  [
    "DELETE FROM customer WHERE name = $1 AND id IN (SELECT id FROM contact WHERE company_id = $2)",
    ["customer"],
  ],
  ["UPDATE customer SET company_id = $2 WHERE id = $1", ["customer"]],
  ["INSERT INTO customer (id, name) VALUES ($1, $2)", ["customer"]],
  ["INSERT INTO customer (company_id, name) VALUES ($1, $2)", []],
  ["SELECT id FROM customer WHERE company_id = $1", []],
])("TR-36 the wall's own test sees %s", (text, unnamed) => {
  expect(unnamedTables(text, ["customer", "contact"])).toEqual(unnamed)
})
