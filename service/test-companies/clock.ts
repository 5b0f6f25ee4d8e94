/** A test company's clock: read it, stop it, let it run, and move it on. */
import type { z } from "zod"
import { invalid } from "../../domain/model/errors.ts"
import {
  advancedView,
  advanceInput,
  mostAdvanceMinutes,
  readingOf,
  showTestClock,
  testClockView,
} from "../../domain/model/test-company.ts"
import { iso } from "../../domain/model/views.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { moveClockTo, testClockOf, withClock } from "./move-clock.ts"
import { setRunning } from "./test-clocks.sql.ts"

const common = { noun: "Test companies", roles: adminOnly, result: testClockView }

export const readTestClock = operation({
  ...common,
  name: "read_test_clock",
  summary: "Read a test company's clock",
  roles: staff,
  refusals: ["test_company_needed"],
  async run(context, { companyId }) {
    return showTestClock(await testClockOf(context, companyId), context.hostClock.now())
  },
})

/** The clock goes on no further than a calendar of appointments reaches. */
const lastInstant = Date.parse("2100-01-01T00:00:00Z")

export const advanceTestClock = operation({
  ...common,
  name: "advance_test_clock",
  doesDue: true,
  refusals: ["test_clock_moving", "test_company_needed"],
  summary: "Move a test company's clock on",
  description:
    "Everything that is due until then happens in its order: reminders, outreach, the ends of requests and codes, " +
    "webhooks and their retries. The answer says what happened, once all of it has. `to` is a time by the company's clock; " +
    "sent again after a lost answer it does nothing twice. At most 366 days at once. Where `done` is false there was too " +
    "much to do for one answer: advance again. 409 `test_company_needed` in a live company, and `test_clock_moving` while " +
    "another call moves the clock.",
  body: advanceInput,
  result: advancedView,
  async run(context, call, { to, by_minutes }) {
    const present = readingOf(await testClockOf(context, call.companyId), context.hostClock.now())
    const until = to === undefined ? present + by_minutes! * msPerMinute : Date.parse(to)
    if (until < present)
      throw invalid("to", `expected a time that is not before the clock's, ${iso(new Date(present))}`)
    if (until > Math.min(present + mostAdvanceMinutes * msPerMinute, lastInstant)) {
      throw invalid(
        to === undefined ? "by_minutes" : "to",
        "expected at most 366 days ahead, and a time before 2100",
      )
    }
    const { clock, isDone, ran } = await moveClockTo(context, call.companyId, until)
    const result: z.input<typeof advancedView> = {
      ...showTestClock(clock, context.hostClock.now()),
      done: isDone,
      ran: ran.map(({ at, kind, id, outcome }) => ({ at: iso(new Date(at)), kind, id, outcome })),
    }
    return write(context, call, "advance_test_clock", async () => ({
      result,
      targetId: null,
      fields: ["now"],
    }))
  },
})

export const freezeTestClock = operation({
  ...common,
  name: "freeze_test_clock",
  refusals: ["test_clock_moving", "test_company_needed"],
  summary: "Stop a test company's clock",
  description:
    "It stands until it is advanced or runs again. What is due at that very moment happens before the answer; from then on what a " +
    "call makes due is done before that call is answered, and nothing happens between calls.",
  run: (context, call) => set(context, call, false),
})

export const runTestClock = operation({
  ...common,
  name: "run_test_clock",
  refusals: ["test_clock_moving", "test_company_needed"],
  summary: "Let a test company's clock run",
  description: "It goes on from where it stands, as fast as real time, and what falls due happens by itself.",
  run: (context, call) => set(context, call, true),
})

async function set(context: AppContext, call: Call, running: boolean) {
  const { companyId } = call
  await testClockOf(context, companyId)
  return withClock(context, companyId, (at) =>
    write(context, call, running ? "run_test_clock" : "freeze_test_clock", async (tx) => {
      const hostNow = context.hostClock.now()
      const clock = await setRunning(tx, companyId, running, { at, hostNow })
      return { result: showTestClock(clock, hostNow), targetId: null, fields: ["running"] }
    }),
  )
}
