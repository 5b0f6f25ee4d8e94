/** The doctor's findings about the machines of a distributed database. */
import { expect, it } from "vitest"
import { createTestDatabase } from "../../../test/support/postgres.ts"
import { checkMachines, findingOf, machineFailure } from "./checkups/machines.ts"

it("SC-05 on plain PostgreSQL there are no other machines to speak of", async () => {
  const database = await createTestDatabase()
  expect(await checkMachines(database.url)).toEqual([])
  await database.drop()
})

it.each([
  ["fe_sendauth: no password supplied", /pg_dist_authinfo/],
  ['FATAL:  password authentication failed for user "appointed"', /is not the role's on that machine/],
  ['FATAL:  no pg_hba.conf entry for host "10.0.0.1"', /pg_hba.conf of that machine/],
  ['FATAL:  database "appointed" does not exist', /make the role and the database/],
  ["Connection refused", /start PostgreSQL there/],
  ["failed to connect to two:5432", /start PostgreSQL there/],
  ["Query read timeout", /it hangs: restart it/],
  ["something new", /see that machine's PostgreSQL log/],
])("SC-05 the doctor names the machine, the reason and the mend: %s", (reason, mend) => {
  expect(findingOf("two:5432", { reason })).toEqual({
    name: "database machine",
    state: "wrong",
    says: `two:5432 does not answer the first: ${reason}`,
    mend: expect.stringMatching(mend),
  })
})

it("SC-05 a machine that answers is asked whether companies can be moved and commits of two machines be made", () => {
  const told = (walLevel: string, preparedTransactions: number) =>
    findingOf("two:5432", { walLevel, preparedTransactions })
  expect(told("logical", 200).state).toBe("ok")
  expect(told("replica", 200)).toMatchObject({
    state: "wrong",
    says: expect.stringMatching(/wal_level is replica on two:5432/),
  })
  expect(told("logical", 0)).toMatchObject({
    state: "wrong",
    says: expect.stringMatching(/max_prepared_transactions is 0/),
  })
})

it("SC-05 an error of another machine is told as that, and not as one of DATABASE_URL", () => {
  const error = new Error(
    "connection to the remote node appointed@two:5432 failed with the following error: fe_sendauth: no password supplied",
  )
  expect(machineFailure(error)).toMatchObject({
    name: "database machine",
    says: "two:5432 does not answer the first: fe_sendauth: no password supplied",
  })
  expect(machineFailure(new Error("connect ECONNREFUSED 127.0.0.1:5432"))).toBeNull()
})
