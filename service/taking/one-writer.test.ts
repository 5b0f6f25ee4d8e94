/** Time is taken in one file: no other statement of the program writes allocations, or counts seats. */
import { expect, it } from "vitest"
import { readSources } from "../../test/support/source-files.ts"
import { statementsIn } from "../../test/support/sql-texts.ts"

const writes = /\b(INSERT INTO|UPDATE|DELETE FROM) (ONLY )?allocation\b|\bseats_taken = /

/** A test company that ends takes all its rows along, and frees no live time by it. */
const isOfAllTables = ({ path }: { path: string }) => path === "service/platform/empty-company.sql.ts"

it("PM-01 one file writes allocations and the seats that are taken", () => {
  const statements = readSources(["service"]).flatMap((source) => statementsIn(source))
  const writing = statements.filter(({ text }) => writes.test(text))
  const elsewhere = writing.filter((one) => !isOfAllTables(one))
  expect([...new Set(elsewhere.map(({ path }) => path))]).toEqual(["service/taking/write-allocations.ts"])
  // Each is a way of its own to take or free time, so that they may only become fewer.
  expect(elsewhere.length).toBeLessThanOrEqual(17)
  expect(writing.length - elsewhere.length).toBe(1)
})
