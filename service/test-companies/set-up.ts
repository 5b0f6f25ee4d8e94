/** A new test company's content: the set-up of the company that made it, and a slug of its own. */
import type { AppContext } from "../platform/context.ts"
import { claimEntry } from "../platform/directory.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { insertTestClock } from "./test-clocks.sql.ts"
import { copyCompany, copySetUp, type Twin } from "./test-companies.sql.ts"

/** Copies the company's set-up into a test company that has no rows, with a clock that shows real time. */
export async function copyInto(
  tx: Tx,
  { hostClock }: Pick<AppContext, "hostClock">,
  twin: Twin,
): Promise<void> {
  await copyCompany(tx, twin)
  await copySetUp(tx, twin)
  await insertTestClock(tx, twin.to, hostClock.now())
}

const longestSlug = 60

/** The first of `<slug>-test`, `<slug>-test-2` and so on that is free. */
export async function claimSlug(tx: Tx, slug: string, companyId: number): Promise<string> {
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? "-test" : `-test-${count}`
    const wanted = slug.slice(0, longestSlug - ending.length) + ending
    if (await claimEntry(tx, "slug", wanted, companyId, companyId)) return wanted
  }
}
