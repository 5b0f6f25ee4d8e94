/** Every kind of work that runs by itself, and how often. */

import { unansweredOnes } from "../booking/answer-unanswered.worker.ts"
import { waitingCancels } from "../booking/cancel-after-waiting.worker.ts"
import { untoldChanges } from "../booking/tell-changes.worker.ts"
import { eventPushes } from "../calendars/push-events.worker.ts"
import { calendarReads } from "../calendars/read-calendars.worker.ts"
import { locateAddresses } from "../company/locate-addresses.worker.ts"
import { overdueHolds } from "../holds/end-holds.worker.ts"
import { checkMailDomains } from "../messages/check-mail-domains.worker.ts"
import { planDigests } from "../messages/digests.worker.ts"
import { planReminders, startTexts } from "../messages/messages.worker.ts"
import { freezeDays } from "../plans/narrow-windows.worker.ts"
import type { AppContext } from "../platform/context.ts"
import type { Post } from "../platform/ports.ts"
import { type Loop, startLoop, startTimer, together } from "../platform/queue/loop.ts"
import { renewReports } from "../reports/sum-up-reports.ts"
import { reportSums } from "../reports/sum-up-reports.worker.ts"
import { sweepRequests } from "../requests/sweep-requests.worker.ts"
import { startTestCompanies } from "../test-companies/serve-test-companies.worker.ts"
import { endOverdueWaiting } from "../waiting/end-waiting.worker.ts"
import { freedTimes } from "../waiting/offer-freed-time.worker.ts"
import { disableFailing, startDeliveries } from "../webhooks/deliver-webhooks.worker.ts"
import { upkeep } from "./upkeep.worker.ts"

const minute = 60_000

/** Works until it is stopped. `post` sends webhooks; it is closed with the worker. */
export function startWorker(context: AppContext, post: Post): Loop {
  return together([
    startDeliveries(context, post),
    startTexts(context),
    startLoop(context, calendarReads(context)),
    startLoop(context, eventPushes(context)),
    startLoop(context, waitingCancels(context)),
    startLoop(context, untoldChanges(context)),
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
