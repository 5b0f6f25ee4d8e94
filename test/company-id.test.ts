/** The wall between companies: every statement on a company's rows names the company whose rows it means. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
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

/** Statements that are about all companies, and why that is meant. None of them answers a company. */
const aboutAll: readonly { path: string; begins: string; why: string }[] = [
  { path: "src/cli/checkups/", begins: "SELECT", why: "The doctor tells the operator how the host is." },
  {
    path: "src/store/companies.ts",
    begins: "SELECT company_id FROM company ORDER",
    why: "Workers go from one to the next.",
  },
  {
    path: "src/store/companies.ts",
    begins: "SELECT 1 FROM company LIMIT 1",
    why: "A demo is made on an empty host.",
  },
  {
    path: "src/store/idempotency.ts",
    begins: "DELETE FROM idempotency WHERE created_at <",
    why: "A day is a day.",
  },
  { path: "src/store/queue/deliveries-due.ts", begins: "SELECT count(*)", why: "The host's metrics." },
  { path: "src/store/queue/texts-due.ts", begins: "SELECT l.lane, count", why: "The host's metrics." },
  {
    path: "src/store/test-clocks.ts",
    begins: "SELECT t.company_id",
    why: "In which test companies something is due by their clocks.",
  },
  {
    path: "src/store/test-companies.ts",
    begins: "INSERT INTO",
    why: "Copies whole rows of the company $1 into its test company $2.",
  },
  { path: "src/store/texts.ts", begins: "SELECT c.company_id", why: "Which companies send reminders." },
  {
    path: "src/store/webhook-endpoints.ts",
    begins: "SELECT w.company_id",
    why: "Which endpoints failed for days.",
  },
]

const schema = readFileSync(join(root, "schema.sql"), "utf8")
const companyTables = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\)/gm)]
  .filter(([, name, columns]) => /^\s*company_id bigint/m.test(columns!) && !hostTables.includes(name!))
  .map(([, name]) => name!)

const statements = readSources(["src"])
  .flatMap(statementsIn)
  .filter(({ text }) => tablesOf(text).some((table) => companyTables.includes(table)))
const worded = ({ text }: Statement) => text.replace(/\s+/g, " ").trim()
const isAboutAll = (statement: Statement) =>
  aboutAll.some(({ path, begins }) => statement.path.startsWith(path) && worded(statement).startsWith(begins))

it("TR-36 every statement on a company's rows names its company_id", () => {
  expect(companyTables.length).toBeGreaterThan(35)
  expect(statements.length).toBeGreaterThan(250)
  const found = statements
    .filter((statement) => !isAboutAll(statement))
    .flatMap((statement) => {
      const unnamed = unnamedTables(statement.text, companyTables)
      const loose = isBoundToCompany(statement.text) ? [] : ["no company is given"]
      return [...unnamed, ...loose].map(
        (what) => `${statement.path}: ${what}: ${worded(statement).slice(0, 160)}`,
      )
    })
  expect(found).toEqual([])
})

it("TR-36 the statements about all companies are those that are listed", () => {
  const unused = aboutAll.filter(
    ({ path, begins }) =>
      !statements.some((each) => each.path.startsWith(path) && worded(each).startsWith(begins)),
  )
  expect(unused).toEqual([])
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
