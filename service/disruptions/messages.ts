/**
 * The messages that the customer of one proposal would get when the disruption is applied, composed by the functions that
 * send them.
 */
import { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import type { Proposal } from "../../domain/model/disruption.ts"
import { notFound } from "../../domain/model/errors.ts"
import { id as anId, byId } from "../../domain/model/fields.ts"
import { iso } from "../../domain/model/views.ts"
import { newsOf } from "../../domain/rules/disruption/news.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { listByIds } from "../ledger/appointments.sql.ts"
import { causes, previewAppointmentTexts, previewing } from "../messages/preview.ts"
import { found, operation } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { findDisruption, listNames } from "./disruptions.sql.ts"

export const previewDisruptionMessages = operation({
  ...previewing,
  name: "preview_disruption_messages",
  summary: "Preview what one customer of a disruption would hear",
  description:
    "The text and the mail by which the customer of this appointment hears of what is proposed, and the reminders that follow. " +
    "Writes nothing.",
  params: byId,
  body: z.strictObject({ appointment_id: anId }).meta({ examples: [{ appointment_id: 44 }] }),
  refusals: ["not_found"],
  async run(context, call, { id, appointment_id }) {
    const { companyId } = call
    const disruption = found(await findDisruption(context.db, companyId, id), notFound("disruption"))
    const known = disruption.proposals.find(({ appointmentId }) => appointmentId === appointment_id)
    const proposal = found(known, notFound("appointment", "appointment_id"))
    const [appointment] = await listByIds(context.db, companyId, [appointment_id])
    if (!appointment) throw notFound("appointment", "appointment_id")
    const { outcome, proposed } = proposal
    if (outcome === "kept" || outcome === "left") return causes([])
    const choice = disruption.choices.find((one) => one.appointment_id === appointment_id)
    const silent = choice?.silent_channels ?? []
    const all = await listByIds(
      context.db,
      companyId,
      disruption.proposals.map(({ appointmentId }) => appointmentId),
    )
    const proposals = new Map(disruption.proposals.map((one) => [one.appointmentId, one]))
    const told = newsOf(all, proposals).find(({ ids }) => ids.includes(appointment_id))
    // The message of the first of several in one visit covers all.
    if (told?.ids[0] !== appointment_id) return causes([])
    const many = { others: [], together: null }
    if (proposed === null) {
      const news = { ...many, question: "cannot_keep" as const }
      return causes(await previewAppointmentTexts(context, call, "change", appointment, silent, news))
    }
    const [moved, ...others] = await shiftedBy(
      context.db,
      companyId,
      told.ids.map((one) => ({
        appointment: all.find((each) => each.id === one)!,
        proposal: proposals.get(one)!,
      })),
    )
    const news =
      told.question === "group"
        ? { others, together: told.question }
        : { ...many, ...(told.question === null ? {} : { question: told.question }) }
    const texts = await previewAppointmentTexts(context, call, "change", moved!, silent, news)
    return causes(texts, "appointment.rescheduled")
  },
})

interface Proposed {
  appointment: Appointment
  proposal: Proposal
}

async function shiftedBy(db: Db, companyId: number, all: readonly Proposed[]): Promise<Appointment[]> {
  const idsOf = (key: "providerId" | "locationId") => all.map(({ proposal }) => proposal.proposed![key])
  const named = await listNames(db, companyId, idsOf("providerId"), idsOf("locationId"))
  return all.map(({ appointment, proposal }) => {
    const nameOf = (kind: "provider" | "location") => {
      const id = proposal.proposed![kind === "provider" ? "providerId" : "locationId"]
      return named.find((one) => one.kind === kind && one.id === id)?.name ?? ""
    }
    return movedAs(appointment, proposal, nameOf)
  })
}

/** The appointment as it would stand. Messages name a job of several days by its first. */
function movedAs(
  appointment: Appointment,
  { proposed }: Proposal,
  nameOf: (kind: "provider" | "location") => string,
): Appointment {
  const { start, end, providerId, locationId } = proposed!
  const [start_at, end_at] = [new Date(start * msPerMinute), new Date(end * msPerMinute)]
  const shift = start_at.getTime() - appointment.start_at.getTime()
  const shifted = (time: string) => iso(new Date(Date.parse(time) + shift))
  const blocks = appointment.blocks.map((block) => ({
    start_time: shifted(block.start_time),
    end_time: shifted(block.end_time),
  }))
  return {
    ...appointment,
    ...{ start_at, end_at, blocks, provider_id: providerId, location_id: locationId },
    ...{ provider_name: nameOf("provider"), location_name: nameOf("location") },
  }
}
