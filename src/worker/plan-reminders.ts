/**
 * Queues the reminders whose time has come. What is due is read off the appointments themselves, so that moves, cancels
 * and changed settings need no bookkeeping; a key keeps any number of workers from queueing one twice.
 */
import { planAppointmentText } from "../changes/plan-appointment-text.ts"
import type { House } from "../operations/house.ts"
import { listDueReminders, listReminding } from "../store/reminders.ts"

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
      for (const { appointment, hours: before } of due) {
        const once = `${appointment.version}:${before}`
        await planAppointmentText(tx, companyId, { purpose: "reminder", once, appointment }, now)
      }
    })
    planned += due.length
  }
  return planned
}
