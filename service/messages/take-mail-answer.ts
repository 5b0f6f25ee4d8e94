/**
 * Takes a customer's answer by mail. It counts with a mark that only this host makes and only the mail held, and only from the
 * address that the mail went to, which has to be the customer's still, and proved.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { versionOfSequence } from "../../domain/model/appointment-plan.ts"
import type { AnsweredDate, MailAnswer } from "../../domain/model/received-mail.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { whyUnanswerable } from "../../domain/rules/booking/may-change.ts"
import { readMark, readUidMark } from "../../domain/rules/mails/mail-marks.ts"
import { localToMinute } from "../../domain/time/local-time.ts"
import { minutesPerDay, secondsPerDay } from "../../domain/time/units.ts"
import { findEmailOnProof } from "../customers/customers.sql.ts"
import { findAppointment, listOfSeries, setProposedTime } from "../ledger/appointments.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import { findText, listMailsAbout } from "../outbox/texts.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { write } from "../platform/write.ts"
import { planAppointmentText } from "./announce.ts"
import { isMarkOf } from "./composed.ts"
import { takeAttendance } from "./take-attendance.ts"

/** The limit of one appointment: a person changes their mind now and then, a loop of programs does nothing else. */
const answersADay = 20

export async function takeMailAnswer(host: AppContext, answer: MailAnswer, requestId: string): Promise<void> {
  if (answer.kind === "coming") {
    for (const mark of answer.marks.toReversed())
      if (await takeLetter(host, { mark, from: answer.from }, requestId)) return
    return
  }
  const ids = readUidMark(answer.mark)
  if (!ids || !isMarkOf(host.sealer, "invitation", ids.companyId, ids.appointmentId, answer.mark)) return
  const { companyId, appointmentId: id } = ids
  const context = await contextOf(host, companyId)
  const appointment = await findAppointment(context.db, companyId, id)
  if (!appointment || !(await wasInvited(context, companyId, appointment, answer.from))) return
  if (!(await mayAnswer(context, companyId, id))) return
  const call = callOf(context, companyId, requestId)
  const [first, ...others] = await answeredOf(context, companyId, appointment, answer.place)
  if (!first) return
  const version = versionOfSequence(answer.sequence, first)
  if (answer.kind === "proposal") {
    if (others.length === 0) await takeProposal(context, call, { ...answer, id: first.id, version })
    return
  }
  const { said } = answer
  await takeSaid(context, call, { id: first.id, version, said })
  const attendance = said === "accepted" ? "coming" : "not_coming"
  for (const one of others)
    await takeAttendance(context, call, { id: one.id, version, attendance, answeredBy: "invitation" })
}

async function takeSaid(
  context: AppContext,
  call: Call,
  { id, version, said }: { id: number; version: number; said: "accepted" | "declined" },
): Promise<void> {
  if (said === "accepted") {
    await takeAttendance(context, call, { id, version, attendance: "coming", answeredBy: "invitation" })
    return
  }
  // A declined invitation cancels nothing: a mail asks whether to.
  const question = {
    purpose: "change",
    channel: "mail",
    question: "declined",
    once: `declined.${version}`,
  } as const
  await takeAttendance(context, call, {
    ...{ id, version, attendance: "not_coming", answeredBy: "invitation" },
    alsoWrite: (tx, declined) =>
      planAppointmentText(tx, call.companyId, { ...question, appointment: declined }, call.now),
  })
}

/**
 * The appointments that the answer is about: of a series that went as one repeating event all of it, or the one at the place
 * that it names. An answer to one day of a job of several days is none to the appointment.
 */
async function answeredOf(
  { db }: AppContext,
  companyId: number,
  appointment: Appointment,
  place: AnsweredDate | null,
): Promise<Appointment[]> {
  const { series_id: seriesId } = appointment
  const series = seriesId === null ? null : await findSeries(db, companyId, seriesId)
  if (!series?.as_set) return place === null ? [appointment] : []
  const all = await listOfSeries(db, companyId, series.id)
  if (place === null) return all.filter(({ status }) => status === "scheduled")
  const index = series.walls.findIndex((wall) =>
    "wall" in place ? wall === place.wall : place.minute === minuteOfWall(series.timezone, wall),
  )
  return all.filter(({ series_index }) => series_index === index)
}

const minuteOfWall = (zone: string, wall: number) => {
  const day = Math.floor(wall / minutesPerDay)
  return localToMinute(zone, day, wall - day * minutesPerDay)
}

const callOf = (context: AppContext, companyId: number, requestId: string): Call => ({
  companyId,
  actor: { kind: "system" },
  requestId,
  now: context.clock.now(),
})

/** The letter C in answer to a mail about an appointment. False for a mark that is none, and for another address. */
async function takeLetter(
  host: AppContext,
  { mark, from }: { mark: string; from: string },
  requestId: string,
): Promise<boolean> {
  const ids = readMark(mark)
  if (ids === null || !isMarkOf(host.sealer, "mail", ids.companyId, ids.mailId, mark)) return false
  const { companyId, mailId } = ids
  const context = await contextOf(host, companyId)
  const row = await findText(context.db, companyId, mailId)
  const id = row?.appointment_id
  if (!row || !id || row.customer_id === null || row.email_sealed === null) return false
  const sentTo = context.sealer.open(row.email_sealed, associatedData.text(companyId, mailId))
  if (sentTo.toLowerCase() !== from) return false
  if (!(await isCustomersOwn(context, companyId, row.customer_id, from))) return false
  if (await mayAnswer(context, companyId, id))
    await takeAttendance(context, callOf(context, companyId, requestId), {
      ...{ id, version: row.appointment_version!, attendance: "coming", answeredBy: "mail" },
    })
  return true
}

/** Only the customer who has the address now counts: an unproved one may be a stranger's. */
async function isCustomersOwn(
  { db }: AppContext,
  companyId: number,
  customerId: number,
  from: string,
): Promise<boolean> {
  const own = await findEmailOnProof(db, companyId, customerId)
  return own?.email.toLowerCase() === from && own.email_state !== "unproven" && own.email_state !== "refused"
}

/** Mails are kept for a month; later the customer's address of the moment is all that there is to go by. */
async function wasInvited(
  context: AppContext,
  companyId: number,
  { id, customer_id: customerId }: Appointment,
  from: string,
): Promise<boolean> {
  if (!(await isCustomersOwn(context, companyId, customerId, from))) return false
  const mails = await listMailsAbout(context.db, companyId, { customerId, appointmentId: id })
  const addresses = mails.map((mail) =>
    context.sealer.open(mail.email_sealed, associatedData.text(companyId, mail.id)).toLowerCase(),
  )
  return addresses.length === 0 || addresses.includes(from)
}

async function mayAnswer({ db, hostClock }: AppContext, companyId: number, id: number): Promise<boolean> {
  const rate = { key: `mail_answers:${companyId}:${id}`, limit: answersADay, windowSeconds: secondsPerDay }
  return (await takeToken(db, { ...rate, now: hostClock.now() })).allowed
}

/** Kept for staff: nothing moves by it. */
async function takeProposal(
  context: AppContext,
  call: Call,
  { id, version, startMs, endMs }: { id: number; version: number; startMs: number; endMs: number },
): Promise<void> {
  const { companyId, now } = call
  if (startMs <= now) return
  const isAbout = (appointment: Appointment | null): appointment is Appointment =>
    appointment?.version === version && whyUnanswerable(appointment, now) === null
  if (!isAbout(await findAppointment(context.db, companyId, id))) return
  await write(context, call, "propose_time", async (tx) => {
    lockInOrder(tx, { companyId, appointmentId: id })
    const appointment = await findAppointment(tx, companyId, id)
    if (!isAbout(appointment)) return { result: undefined, targetId: id, fields: [] }
    const [proposed_start_at, proposed_end_at] = [new Date(startMs), new Date(endMs)]
    tx.hint({ channel: "events", companyId, stirs: true })
    setProposedTime(tx, companyId, {
      ...appointment,
      ...{ proposed_start_at, proposed_end_at, updated_at: new Date(now) },
    })
    return { result: undefined, targetId: id, fields: ["proposed_time"] }
  })
}
