/**
 * Queues the reminders whose time has come. They are found from the appointments themselves, so that moves, cancels and
 * changed settings need no bookkeeping. Each has a key, so that two workers do not queue it twice.
 */

import type { AppContext } from "../context.ts"
import { planAppointmentText } from "../operations/shared/texts.ts"
import { listDueReminders, listReminding } from "../store/texts.ts"

const atOnce = 500

/** Returns how many it queued. */
export async function planReminders(context: AppContext): Promise<number> {
  if (!context.texts) return 0
  let planned = 0
  for (const { companyId, hours } of await listReminding(context.db)) {
    const now = context.clock.now()
    const due = await listDueReminders(context.db, companyId, { hours, now, most: atOnce })
    if (due.length === 0) continue
    await context.db.transaction(async (tx) => {
      for (const { appointment, hours: before } of due) {
        const once = `${appointment.version}:${before}`
        await planAppointmentText(tx, companyId, { purpose: "reminder", once, appointment }, now)
      }
    })
    planned += due.length
  }
  return planned
}
