/**
 * Queues the reminders whose time has come. What is due is read off the appointments themselves, so that moves, cancels
 * and changed settings need no bookkeeping; a key keeps any number of workers from queueing one twice.
 */
import type { House } from "../operations/house.ts"
import { type DueReminder, listDueReminders, listReminding } from "../store/reminders.ts"
import { insertPlannedText } from "../store/texts.ts"

const atOnce = 500

/** Returns how many it queued. */
export async function planReminders(house: House): Promise<number> {
  if (!house.texts) return 0
  let planned = 0
  for (const { companyId, hours } of await listReminding(house.db)) {
    const now = house.clock.now()
    const due = await listDueReminders(house.db, companyId, { hours, now, most: atOnce })
    if (due.length === 0) continue
    await house.db.transaction(async (tx) => {
      for (const reminder of due) await insertPlannedText(tx, companyId, textOf(reminder, now), now)
    })
    planned += due.length
  }
  return planned
}

function textOf({ appointmentId, version, customerId, startAt, hours }: DueReminder, now: number) {
  return {
    purpose: "reminder" as const,
    channel: "sms" as const,
    onceKey: `reminder:${appointmentId}:${version}:${hours}`,
    customerId,
    appointment: { id: appointmentId, version },
    step: null,
    dueAt: now,
    goodUntil: startAt.getTime(),
  }
}
