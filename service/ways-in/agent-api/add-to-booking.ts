/** A caller adds to a booking: a note, an answer, or the wish to have the confirmation once more. */

import { agentResend, agentUpdate, resentView } from "../../../domain/model/agent/answering.ts"
import { agentAppointmentView } from "../../../domain/model/agent/appointments.ts"
import { knownAppointment } from "../../../domain/model/agent/known-appointment.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { mostNoteCharacters } from "../../../domain/model/appointment.ts"
import { invalid } from "../../../domain/model/errors.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { changeNotesAndAnswers } from "../../booking/update-appointment.ts"
import { setTextsDeclined } from "../../ledger/appointments.sql.ts"
import { type Confirmation, confirmByText } from "../../messages/announce.ts"
import { textLease } from "../../messages/send-message.ts"
import { type Written, write } from "../../platform/write.ts"
import { agentTool, phoneOf } from "./agent-tool.ts"
import { sendConfirmation } from "./confirm-booking.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { callerAppointment, shownAppointment } from "./own-records.ts"

export const updateBookingForCaller = agentTool({
  name: "update_booking",
  summary: "Add a note or answers to a booking",
  description:
    "Adds a note to an appointment, or changes answers to its questions. For other seats or another length, cancel and book anew.",
  refusals: ["appointment_not_scheduled", "appointment_started", "not_found"],
  writes: true,
  input: agentUpdate,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id, note, answers }) {
    const words = wordsIn(call.session.listener.language).appointments
    if (note == null && answers === undefined)
      throw new SaidRefusal("invalid_input", {
        field: "note",
        message: words.whatToWrite,
        details: { problem: "note: is required unless answers are given" },
      })
    const appointment = await callerAppointment(context, call, id)
    const refusal = whyUnchangeable(appointment, 0, call.actor, call.now)
    if (refusal && appointment.status !== "pending") throw refusal
    const present = appointment.notes ?? ""
    const isNoted = note == null || present.split("\n").includes(note)
    const notes = isNoted ? present : present === "" ? note : `${present}\n${note}`
    if (notes.length > mostNoteCharacters)
      throw invalid("note", `leaves no room: the notes may have ${mostNoteCharacters} characters`)
    await changeNotesAndAnswers(context, call, {
      id,
      ...(isNoted ? {} : { notes }),
      ...(answers ? { answers } : {}),
    })
    const shown = shownAppointment(
      call,
      knownAppointment(await callerAppointment(context, call, id)),
      "booked",
    )
    return { ...shown, say: words.written }
  },
})

export const resendLinkForCaller = agentTool({
  name: "resend_link",
  summary: "Text the confirmation once more",
  description:
    "Texts the caller the confirmation and link of an appointment once more. Once per conversation.",
  refusals: ["appointment_not_scheduled", "appointment_started", "caller_unknown", "not_found"],
  writes: true,
  input: agentResend,
  result: resentView,
  async run(context, call, { appointment_id: id }) {
    const phone = phoneOf(call)
    const appointment = await callerAppointment(context, call, id)
    const refusal = whyUnchangeable(appointment, 0, call.actor, call.now)
    if (refusal) throw refusal
    const queued = await write(
      context,
      call,
      "update_appointment",
      async (tx): Promise<Written<Confirmation>> => {
        if (appointment.texts_declined) setTextsDeclined(tx, call.companyId, [id], false)
        const options = { askedBy: phone, lease: textLease(context), once: `again:${call.session.id}` }
        const result = await confirmByText(
          tx,
          context,
          call,
          { ...appointment, texts_declined: false },
          options,
        )
        return { result, targetId: id, customerId: appointment.customer_id, fields: ["texts"] }
      },
    )
    const sms = await sendConfirmation(context, call.companyId, queued)
    const words = wordsIn(call.session.listener.language).appointments
    return { id, sms, say: sms.sent ? words.linkSent : words.linkNotSent }
  },
})
