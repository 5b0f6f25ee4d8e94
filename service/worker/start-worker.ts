/** Every kind of work that runs by itself, and how often. */
import type { AppContext } from "../context.ts"
import { renewReports } from "../operations/sum-up-reports.ts"
import type { Post } from "../ports.ts"
import { unansweredOnes } from "./answer-unanswered.ts"
import { waitingCancels } from "./cancel-after-waiting.ts"
import { checkMailDomains } from "./check-mail-domains.ts"
import { disableFailing, startDeliveries } from "./deliver-webhooks.ts"
import { planDigests } from "./digests.ts"
import { overdueHolds } from "./end-holds.ts"
import { endOverdueWaiting } from "./end-waiting.ts"
import { locateAddresses } from "./locate-addresses.ts"
import { type Loop, startLoop, startTimer, together } from "./loop.ts"
import { freezeDays } from "./narrow-windows.ts"
import { freedTimes } from "./offer-freed-time.ts"
import { eventPushes } from "./push-events.ts"
import { calendarReads } from "./read-calendars.ts"
import { reportSums } from "./sum-up-reports.ts"
import { sweepRequests } from "./sweep-requests.ts"
import { startTestCompanies } from "./test-companies/serve-test-companies.ts"
import { planReminders, startTexts } from "./texts.ts"
import { upkeep } from "./upkeep.ts"

const minute = 60_000

/** Works until it is stopped. `post` sends webhooks; it is closed with the worker. */
export function startWorker(context: AppContext, post: Post): Loop {
  return together([
    startDeliveries(context, post),
    startTexts(context),
    startLoop(context, calendarReads(context)),
    startLoop(context, eventPushes(context)),
    startLoop(context, waitingCancels(context)),
    startLoop(context, unansweredOnes(context)),
    startLoop(context, overdueHolds(context)),
    startLoop(context, freedTimes(context)),
    startLoop(context, reportSums(context)),
    startTestCompanies(context),
    startTimer(context, "disable-failing", minute, () => disableFailing(context)),
    startTimer(context, "plan-reminders", minute, () => planReminders(context)),
    startTimer(context, "freeze-days", minute, () => freezeDays(context)),
    startTimer(context, "plan-digests", minute, () => planDigests(context)),
    startTimer(context, "locate-addresses", minute, () => locateAddresses(context)),
    startTimer(context, "sweep-requests", 10 * minute, () => sweepRequests(context)),
    startTimer(context, "check-mail-domains", 10 * minute, () => checkMailDomains(context)),
    startTimer(context, "end-waiting", 10 * minute, () => endOverdueWaiting(context)),
    startTimer(context, "renew-reports", 60 * minute, () => renewReports(context)),
    startTimer(context, "upkeep", 60 * minute, () => upkeep(context)),
  ])
}
