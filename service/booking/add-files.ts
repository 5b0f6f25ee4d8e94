/** Takes files for questions that stayed open, by the customer's link: who booked by phone had none at hand. */
import type { CompanyAppointment } from "../../domain/model/appointment.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import type { SentAnswers } from "../../domain/model/question.ts"
import { openFileQuestions } from "../../domain/rules/booking/asked-questions.ts"
import { whyUnanswerable } from "../../domain/rules/booking/may-change.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findAppointment, setNotesAndAnswers } from "../ledger/appointments.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { nextVersion } from "../platform/next-version.ts"
import { type Call, found } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { amendedAnswers } from "../taking/amended-answers.ts"

/** Throws for an answer to another question, and once the appointment has begun or is over. */
export async function addFiles(
  context: AppContext,
  call: Call,
  { id, answers }: { id: number; answers: SentAnswers },
): Promise<CompanyAppointment> {
  const { companyId, actor, now } = call
  const withLink = await linksAreSetUp(context, call)
  return write(context, call, "add_files", async (tx) => {
    lockInOrder(tx, { companyId, appointmentId: id })
    const appointment = found(await findAppointment(tx, companyId, id), notFound("appointment"))
    const requestId = appointment.scheduling_request_id
    const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
    const refusal = whyLinkEnded(actor, { request, appointment }) ?? whyUnanswerable(appointment, now)
    if (refusal) throw refusal
    const type = (await findAppointmentType(tx, companyId, appointment.appointment_type_id))!
    const open = openFileQuestions(type.questions, appointment.answers)
    const other = Object.keys(answers).find((key) => open.every((question) => question.key !== key))
    if (other !== undefined) throw invalid(`answers.${other}`, "is no open question for a file")
    const amended = await amendedAnswers(tx, call, appointment, answers, { mayLeaveOut: true })
    if (amended instanceof Refusal) throw amended
    const notes_version = await nextVersion(tx, "notes", { companyId, id })
    const changed = { ...appointment, answers: amended, notes_version, updated_at: new Date(now) }
    setNotesAndAnswers(tx, companyId, changed)
    const result = showAppointment(context, changed, withLink)
    return { result, targetId: id, fields: ["answers"], customerId: changed.customer_id }
  })
}
