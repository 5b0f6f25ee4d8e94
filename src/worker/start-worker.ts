/** Every kind of work that runs by itself, and how often. */
import type { AppContext } from "../context.ts"
import type { Post } from "../ports.ts"
import { startDeliveries } from "./deliver-webhooks.ts"
import { locateAddresses } from "./locate-addresses.ts"
import { type Loop, startTimer, together } from "./loop.ts"
import { planReminders } from "./plan-reminders.ts"
import { startEventPushes } from "./push-events.ts"
import { startCalendarReads } from "./read-calendars.ts"
import { startTexts } from "./send-texts.ts"
import { sweepRequests } from "./sweep-requests.ts"
import { upkeep } from "./upkeep.ts"

const minute = 60_000

/** Works until it is stopped. `post` sends webhooks; it is closed with the worker. */
export function startWorker(context: AppContext, post: Post): Loop {
  return together([
    startDeliveries(context, post),
    startTexts(context),
    startCalendarReads(context),
    startEventPushes(context),
    startTimer(context, "plan-reminders", minute, () => planReminders(context)),
    startTimer(context, "locate-addresses", minute, () => locateAddresses(context)),
    startTimer(context, "sweep-requests", 10 * minute, () => sweepRequests(context)),
    startTimer(context, "upkeep", 60 * minute, () => upkeep(context)),
  ])
}
