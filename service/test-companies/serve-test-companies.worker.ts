/**
 * Does what falls due by itself in test companies whose clocks run. Where the clock stands, only calls do anything: each what it
 * has made due, before it answers.
 */

import { Refusal } from "../../domain/model/errors.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import { type Loop, startLoop, startTimer, together, type Work, workOff } from "../platform/queue/loop.ts"
import { catchUp } from "./move-clock.ts"
import { listCompaniesWithDue, listRunning } from "./test-clocks.sql.ts"

const atOnce = 4

const dueNow = (context: AppContext): Work<number> => ({
  name: "test-companies",
  atOnce,
  // No hint starts a look: live companies' events would start nearly all of them.
  pollMs: 500,
  lease: (most) => listCompaniesWithDue(context.db, context.hostClock.now(), most),
  perform: (companyId) => catchUpUnlessMoved(context, companyId),
})

export function startTestCompanies(context: AppContext): Loop {
  return together([
    startLoop(context, dueNow(context)),
    startTimer(context, "test-clocks", msPerMinute, () => serveRunning(context)),
  ])
}

/** Does all that is due at this moment in every test company whose clock runs. */
export const serveTestCompanies = (context: AppContext): Promise<void> => workOff(context, dueNow(context))

/** Reminders and the ends of requests are found by the time alone. */
async function serveRunning(context: AppContext): Promise<void> {
  const running = await listRunning(context.db)
  await forEachPart(context, "test-clocks", running, (companyId) => catchUpUnlessMoved(context, companyId))
}

/** The one who moves the clock does what is due. */
async function catchUpUnlessMoved(context: AppContext, companyId: number): Promise<void> {
  await catchUp(context, companyId).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === "test_clock_moving")) throw error
  })
}
