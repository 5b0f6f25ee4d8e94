/** Takes files for questions that stayed open, by the customer's link: who booked by phone had none at hand. */
import type { CompanyAppointment } from "../../../domain/model/appointment.ts"
import { invalid, notFound, Refusal } from "../../../domain/model/errors.ts"
import type { SentAnswers } from "../../../domain/model/question.ts"
import { openFileQuestions } from "../../../domain/rules/booking/asked-questions.ts"
import { whyUnanswerable } from "../../../domain/rules/booking/may-change.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import type { AppContext } from "../../context.ts"
import { findAppointmentType } from "../../store/appointment-types.ts"
import { findAppointment, setNotesAndAnswers } from "../../store/appointments.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { findRequest } from "../../store/scheduling-requests.ts"
import { type Call, found } from "../operation.ts"
import { amendedAnswers } from "../shared/amended-answers.ts"
import { linksAreSetUp, showAppointment } from "../shared/links.ts"
import { nextVersion } from "../shared/next-version.ts"
import { write } from "../write.ts"

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
