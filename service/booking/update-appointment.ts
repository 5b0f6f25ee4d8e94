/**
 * Changes the notes that staff keep on an appointment, and its answers. No message goes to the customer, so it raises no
 * event.
 */
import type { z } from "zod"
import { appointmentPatch, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { changedMetadata } from "../../domain/model/external-data.ts"
import { byId, withPatch } from "../../domain/model/fields.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { findAppointment, setNotesAndAnswers } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { amendedAnswers } from "../taking/amended-answers.ts"

export const updateAppointment = operation({
  name: "update_appointment",
  seat: "appointment",
  summary: "Change an appointment's notes, answers and external data",
  description:
    "In every status. `if_version` is its `notes_version`; `version` stays as it is, so that texts which are on their way still go, and no event follows.",
  noun: "Appointments",
  roles: staff,
  params: byId,
  body: appointmentPatch,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => changeNotesAndAnswers(context, call, input),
})

type Patch = z.output<typeof appointmentPatch> & { id: number }

export async function changeNotesAndAnswers(
  context: AppContext,
  call: Call,
  { id, if_version: ifVersion, answers, metadata, ...patch }: Patch,
): Promise<CompanyAppointment> {
  const { companyId } = call
  const withLink = await linksAreSetUp(context, call)
  return write(context, call, "update_appointment", async (tx) => {
    lockInOrder(tx, { companyId: call.companyId, appointmentId: id })
    const present = found(await findAppointment(tx, call.companyId, id), notFound("appointment"))
    refuseOtherVersion({ version: present.notes_version }, ifVersion)
    const amended = await amendedAnswers(tx, call, present, answers ?? {}, { mayLeaveOut: true })
    if (amended instanceof Refusal) throw amended
    const kept = { answers: amended, metadata: changedMetadata(present.metadata, metadata) }
    const patched = { ...withPatch(present, patch), ...kept }
    if (differingFields(present, patched).length === 0) {
      const result = showAppointment(context, present, withLink)
      return { result, targetId: id, fields: [], customerId: present.customer_id, isUnchanged: true }
    }
    const notes_version = await nextVersion(tx, "notes", { companyId, id, ifVersion })
    const changed = { ...patched, notes_version, updated_at: new Date(call.now) }
    setNotesAndAnswers(tx, call.companyId, changed)
    return {
      result: showAppointment(context, changed, withLink),
      targetId: id,
      fields: [
        ...Object.keys(patch),
        ...(answers ? ["answers"] : []),
        ...(metadata === undefined ? [] : ["metadata"]),
      ],
      customerId: changed.customer_id,
    }
  })
}
