/** Answers that are given or corrected after the booking, with the files that they name. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Answer, SentAnswers } from "../../domain/model/question.ts"
import { amendAnswers } from "../../domain/rules/booking/amend-answers.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { changeAnswered, filesNamedBy } from "./answering-files.ts"

/** The caller holds the appointment's lock and writes what comes back; files that are answers no more end. */
export async function amendedAnswers(
  tx: Tx,
  { companyId, now, actor }: Pick<Call, "companyId" | "now" | "actor">,
  appointment: Appointment,
  sent: SentAnswers,
  { mayLeaveOut }: { mayLeaveOut: boolean },
): Promise<Answer[] | Refusal> {
  const { id, appointment_type_id: typeId, customer_id: customerId, answers: present } = appointment
  if (Object.keys(sent).length === 0) return present
  const [type, files] = await Promise.all([
    findAppointmentType(tx, companyId, typeId),
    filesNamedBy(tx, companyId, sent, { actor, customerId, appointmentId: id }),
  ])
  const amended = amendAnswers(type!, present, sent, { mayLeaveOut, mayLeaveFilesOut: true }, files)
  if (amended instanceof Refusal) return amended
  await changeAnswered(tx, { companyId, appointmentId: id, customerId }, present, amended, now)
  return amended
}
