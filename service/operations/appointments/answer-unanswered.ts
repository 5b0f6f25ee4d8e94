/** Ends what staff or the customer have not answered in time, by the company's choice. */

import { endsDeclined } from "../../../domain/rules/booking/pending.ts"
import type { AppContext } from "../../context.ts"
import { findUnanswered } from "../../store/appointment-types.ts"
import { findAppointment } from "../../store/appointments.ts"
import { answersDue, type LeasedAnswer } from "../../store/queue/answers-due.ts"
import type { Call } from "../operation.ts"
import { endAppointment } from "../shared/end-appointment.ts"
import { lockPending, requireSameProviders, takeTurns } from "../shared/lock-pending.ts"
import { bookPending } from "../shared/record-answer.ts"
import { write } from "../write.ts"

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
  using _turns = await takeTurns(context, seen)
  return await write(context, call, "answer_unanswered", async (tx) => {
    lockPending(tx, companyId, seen)
    const isOurs = await answersDue.lock(tx, due)
    const appointment = isOurs ? await findAppointment(tx, companyId, appointmentId) : null
    const isDue = appointment?.status === "pending" && appointment.answer_by!.getTime() <= call.now
    if (isDue) {
      requireSameProviders(seen, appointment)
      const unanswered = await findUnanswered(tx, companyId, appointment.appointment_type_id)
      if (endsDeclined(appointment, { unanswered })) await endAppointment(tx, context, call, appointment, {})
      else await bookPending(tx, context, call, { appointment, proposal: null })
    } else if (isOurs) answersDue.drop(tx, [due])
    return {
      result: isDue,
      targetId: appointmentId,
      fields: isDue ? ["status"] : [],
      customerId: seen.customer_id,
    }
  })
}
