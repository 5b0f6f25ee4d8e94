/**
 * Queues reminders, and sends the texts and mails that are due, a few at once. Each lane has a loop of its own, so that none
 * waits for another.
 */

import { type TextLane, textLanes } from "../../domain/model/text-message.ts"
import { type LeasedText, leaseTexts } from "../outbox/texts-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import { type Loop, startLoop, together, type Work, workOff } from "../platform/queue/loop.ts"
import { channelsOf, planAppointmentText } from "./announce.ts"
import { listDueReminders, listReminding, type Reminding } from "./reminders.sql.ts"
import { sendText, textLease } from "./send-message.ts"

export interface TextLimits {
  /** In each lane. */
  atOnce: number
  pollMs: number
}

const defaultLimits: TextLimits = { atOnce: 8, pollMs: 500 }

function workOf(context: AppContext, lane: TextLane, own: Partial<TextLimits>): Work<LeasedText> {
  return {
    name: `send-texts ${lane}`,
    ...defaultLimits,
    ...own,
    lease: (most) => leaseTexts(context.db, textLease(context), lane, most),
    perform: (text) => sendText(context, text, lane),
  }
}

/** A host without a sender leaves texts, or mails, in the queue. */
const canSend = ({ texts, voiceAgent, mails }: AppContext, lane: TextLane) =>
  lane === "mail" || lane === "own_mail" ? mails !== null : texts !== null || voiceAgent !== null

/** Sends until it is stopped: a loop for each lane. */
export function startTexts(context: AppContext, own: Partial<TextLimits> = {}): Loop {
  const lanes = textLanes.filter((lane) => canSend(context, lane))
  return together(lanes.map((lane) => startLoop(context, workOf(context, lane, own))))
}

/** Sends all that is due now in these lanes. */
export async function sendTexts(context: AppContext, lanes: readonly TextLane[] = textLanes): Promise<void> {
  for (const lane of lanes) if (canSend(context, lane)) await workOff(context, workOf(context, lane, {}))
}

/** Queued at once. */
export const mostReminders = 500

/** Queues the reminders of live companies whose time has come. Returns how many it queued. */
export async function planReminders(context: AppContext): Promise<number> {
  if (!context.texts && !context.mails) return 0
  const planned = await forEachPart(context, "plan-reminders", await listReminding(context.db), (reminding) =>
    planRemindersOf(context, reminding),
  )
  return planned.reduce((sum, some) => sum + some, 0)
}

/**
 * Queues the reminders of one company whose time has come. They are found from the appointments themselves, so that moves,
 * cancels and changed settings need no bookkeeping. Each has a key, so that two workers do not queue it twice.
 * Returns how many it queued, at most `mostReminders`.
 */
export async function planRemindersOf(
  context: AppContext,
  { companyId, hours, unansweredHours, byText, byMail }: Reminding,
): Promise<number> {
  const channels = channelsOf({
    byText: byText && context.texts !== null,
    byMail: byMail && context.mails !== null,
  })
  if (channels.length === 0) return 0
  const now = context.clock.now()
  const due = await listDueReminders(context.db, companyId, {
    hours,
    unansweredHours,
    now,
    most: mostReminders,
  })
  if (due.length === 0) return 0
  await context.db.transaction(async (tx) => {
    for (const { appointment, hours: before, ifUnanswered } of due) {
      const once = `${appointment.version}:${before}`
      const reminder = {
        purpose: "reminder" as const,
        once,
        appointment,
        question: ifUnanswered ? ("unanswered" as const) : null,
      }
      for (const channel of channels) await planAppointmentText(tx, companyId, { ...reminder, channel }, now)
    }
  })
  return due.length
}
