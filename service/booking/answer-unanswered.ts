/** Ends what staff or the customer have not answered in time, by the company's choice. */

import { endsDeclined } from "../../domain/rules/booking/pending.ts"
import { findUnanswered } from "../company/appointment-types.sql.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { locksOfPending, requireSameProviders } from "../ledger/lock-pending.ts"
import { answersDue, type LeasedAnswer } from "../outbox/answers-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Written } from "../platform/write.ts"
import { endAppointment } from "../taking/end-appointment.ts"
import { freeing } from "../taking/give-time-back.ts"
import { bookPending } from "../taking/record-answer.ts"
import { takeTime } from "../taking/take-time.ts"

/**
 * Nothing happens to one that was answered, or whose deadline has moved, by the time that it is locked: the transaction that
 * did so has taken it from the queue or set its time. Whether it ended.
 */
export async function answerUnanswered(context: AppContext, due: LeasedAnswer): Promise<boolean> {
  const { companyId, appointmentId } = due
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "deadline", now: context.clock.now() }
  const seen = await findAppointment(context.db, companyId, appointmentId)
  if (seen === null) {
    await answersDue.finish(context.db, [due])
    return false
  }
  const ending = freeing({
    operation: "answer_unanswered",
    locks: locksOfPending(seen),
    judge: async (db) => ({
      ...{ parts: [], request: null },
      appointment: await findAppointment(db, companyId, appointmentId),
    }),
    read: (tx) => answersDue.lock(tx, due),
    record: async (tx, { appointment }, isOurs): Promise<Written<boolean>> => {
      const isDue =
        isOurs && appointment?.status === "pending" && appointment.answer_by!.getTime() <= call.now
      if (isDue) {
        requireSameProviders(seen, appointment)
        const unanswered = await findUnanswered(tx, companyId, appointment.appointment_type_id)
        if (endsDeclined(appointment, { unanswered }))
          await endAppointment(tx, context, call, appointment, {})
        else await bookPending(tx, context, call, { appointment, proposal: null })
      } else if (isOurs) answersDue.drop(tx, [due])
      return {
        result: isDue,
        targetId: appointmentId,
        fields: isDue ? ["status"] : [],
        customerId: seen.customer_id,
      }
    },
  })
  return takeTime(context, call, async () => ending)
}
