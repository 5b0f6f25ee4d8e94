/**
 * The context that serves one company. A live company is served by the host's own. A test company has a clock of its own,
 * and adapters that reach nothing outside the host: so no operation and no worker has to ask which kind it serves.
 */

import { Refusal } from "../../domain/model/errors.ts"
import { isTestCompany, readingOf, type TestClock } from "../../domain/model/test-company.ts"
import { findTestClock } from "../test-companies/test-clocks.sql.ts"
import type { AppContext } from "./context.ts"
import type { Clock } from "./ports.ts"

/** `host` is the context that the service was started with. Costs a live company no look-up. */
export async function contextOf(host: AppContext, companyId: number): Promise<AppContext> {
  if (!isTestCompany(companyId)) return host
  const clock = await findTestClock(host.db, companyId)
  return clock === null ? host : testContext(host, runningClock(clock, host.hostClock))
}

/**
 * Runs a call of the company. A test company may be deleted while a call is under way, which then finds nothing where something
 * has to be. Throws 401 in that case, as for every later call.
 */
export async function whileThere<Result>(
  host: AppContext,
  companyId: number,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!isTestCompany(companyId)) return run()
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal || (await findTestClock(host.db, companyId)) !== null) throw error
    throw new Refusal("unauthorized")
  }
}

/** The context of a test company whose clock is `clock`. */
export const testContext = (host: AppContext, clock: Clock): AppContext => ({
  ...host,
  ...host.testWorld.adapters,
  clock,
})

const runningClock = (clock: TestClock, hostClock: Clock): Clock => ({
  now: () => readingOf(clock, hostClock.now()),
})

/** A clock that shows the same time for ever. */
export const standingClock = (at: number): Clock => ({ now: () => at })
