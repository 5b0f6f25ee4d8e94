/**
 * Applies the proposals for a broken day: all appointments move in one transaction with what their customers hear, or none.
 * A process that is killed leaves either nothing or everything, so a second try sends no message twice. The proposals are
 * judged again under the locks of all providers whose day it is.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { crewIdsOf, providerIdsOf } from "../../domain/model/crew.ts"
import {
  applyInput,
  type Disruption,
  disruptionView,
  isAskedToChoose,
  type Proposal,
} from "../../domain/model/disruption.ts"
import { notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { finished } from "../../domain/rules/availability/steps.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { type HitAppointment, NotOffered, type Setting } from "../../domain/rules/disruption/hits.ts"
import { newsOf } from "../../domain/rules/disruption/news.ts"
import { type Proposed, propose } from "../../domain/rules/disruption/propose.ts"
import { type TakenTime, takenByChanges, takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { minuteOf, minutesPerDay } from "../../domain/time/units.ts"
import { locksOf } from "../company/change-resource.ts"
import { listByIds } from "../ledger/appointments.sql.ts"
import { turnsAt } from "../ledger/turns-at-resources.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { inSlices } from "../platform/slices.ts"
import { type Written, write } from "../platform/write.ts"
import { askForLegs, LegsNotAsked } from "../slots/driving-times.ts"
import {
  type AskedCalendars,
  askConnected,
  CalendarBusy,
  requireConnectedAsked,
} from "../taking/ask-calendars.ts"
import { PlanChanged } from "../taking/judge-steadily.ts"
import { minutesAroundPlan } from "../taking/plan-parts.ts"
import { moveAppointment } from "../taking/record-change.ts"
import { rewritePlan } from "../taking/rewrite-plan.ts"
import { freeAllocations } from "../taking/write-allocations.ts"
import { type Closed, closeHours, hoursToClose } from "./close-hours.ts"
import * as store from "./disruptions.sql.ts"
import { datesAround, findHits, loadHits, outageOf } from "./load-hits.ts"
import { show } from "./work-out.ts"

export const applyDisruption = operation({
  noun: "Disruptions",
  name: "apply_disruption",
  summary: "Move the appointments of a day that breaks",
  description:
    "All at once or none, as they were proposed. Each customer whose promise changes hears once; those without a time are asked " +
    "to choose one by their link. What was changed meanwhile stays as it is (`applied: changed`). Applied again it changes nothing. " +
    "409 `disruption_outdated` when the day no longer holds what was proposed: work it out anew by a PUT.",
  roles: staff,
  params: byId,
  body: applyInput,
  isLong: true,
  result: disruptionView,
  refusals: ["calendar_unavailable", "disruption_outdated"],
  events: ["appointment.rescheduled", "hours.changed"],
  async run(context, call, { id, if_version, close }) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await applyOnce(context, call, { id, ifVersion: if_version, close })
      } catch (error) {
        // Another booking was faster, as the law of the database says last, or a calendar is busy.
        const isTaken = error instanceof Refusal && error.code === "slot_taken"
        if (isTaken || error instanceof CalendarBusy) throw new Refusal("disruption_outdated")
        if (tries >= 3 || !(error instanceof LegsNotAsked || error instanceof PlanChanged)) throw error
        if (error instanceof LegsNotAsked) await askForLegs(context, error.legs)
      }
    }
  },
})

interface Asked {
  id: number
  ifVersion: number | undefined
  close: boolean
}

async function applyOnce(context: AppContext, call: Call, { id, ifVersion, close }: Asked) {
  const { companyId } = call
  const seen = found(await store.findDisruption(context.db, companyId, id), notFound("disruption"))
  if (seen.applied_at !== null) return show(context.db, call, seen)
  const conflict = otherVersion(seen, ifVersion)
  if (conflict) throw conflict
  const before = await judge(context, context.db, call, seen, false)
  const asked = await askAll(context, call, before)
  const closed = close ? await hoursToClose(context.db, companyId, seen) : []
  const locks = locksFor(before, closed)
  using _turns = await turnsAt(context, locks.providerIds)
  return write(context, call, "apply_disruption", async (tx) => {
    const present = found(await store.lockDisruption(tx, companyId, id), notFound("disruption"))
    if (present.applied_at !== null) return written(tx, call, present)
    if (present.version !== seen.version) throw new Refusal("disruption_outdated")
    store.lockPeople(tx, companyId, before.appointments)
    lockInOrder(tx, { companyId, ...locks })
    const judged = await judge(context, tx, call, present, true)
    const needed = locksFor(judged, [])
    const isHeld = needed.providerIds.every((one) => locks.providerIds.includes(one))
    if (!isHeld) throw new Refusal("busy", { retryAfterSeconds: 1 })
    await requireAllAsked(tx, call, judged, asked)
    await record(tx, context, call, judged)
    await closeHours(tx, call, closed, present.reason)
    store.markApplied(tx, companyId, id, appliedOf(present.proposals, judged), call.now)
    return written(tx, call, (await store.findDisruption(tx, companyId, id))!)
  })
}

async function written(
  tx: Tx,
  call: Call,
  disruption: Disruption,
): Promise<Written<Awaited<ReturnType<typeof show>>>> {
  const result = await show(tx, call, disruption)
  return { result, targetId: disruption.id, fields: ["applied_at"], ofMany: true }
}

interface Judged {
  /** All that were hit and have not changed since. */
  appointments: readonly Appointment[]
  hits: readonly HitAppointment[]
  proposed: Proposed
  proposals: ReadonlyMap<number, Proposal>
  silent: ReadonlyMap<number, readonly ("sms" | "mail")[]>
}

/** The proposals, worked out again on the day as it stands. Throws `disruption_outdated` where they differ. */
async function judge(
  context: AppContext,
  db: Db,
  call: Call,
  disruption: Disruption,
  isLocked: boolean,
): Promise<Judged> {
  const proposals = new Map(disruption.proposals.map((one) => [one.appointmentId, one]))
  const isKnown = ({ id }: Appointment) => proposals.has(id)
  if (!(await findHits(db, call, disruption)).every(isKnown)) throw new Refusal("disruption_outdated")
  const all = await listByIds(db, call.companyId, [...proposals.keys()])
  const appointments = all.filter((one) => isUnchanged(one, proposals.get(one.id)!))
  const chosen = new Map(disruption.choices.map((choice) => [choice.appointment_id, choice]))
  const settings = new Map(
    appointments.map(({ id }) => [id, settingFrom(proposals.get(id)!, chosen.get(id)?.action === "move")]),
  )
  const outage = outageOf(disruption)
  const dates = datesOf(disruption, datesAround(outage))
  const hits = await loadHits(context, db, call, { appointments, settings, outage, dates, isLocked })
  const options = { now: call.now, ...dates, known: disruption.plans, withAlternatives: false }
  // Under the locks nothing is interrupted.
  const proposed = isLocked ? finished(propose(hits, options)) : await inSlices(propose(hits, options))
  if (proposed instanceof NotOffered) throw new Refusal("disruption_outdated")
  const isSame = proposed.proposals.every(
    ({ appointmentId, outcome }) => outcome === proposals.get(appointmentId)!.outcome,
  )
  if (!isSame) throw new Refusal("disruption_outdated")
  const silent = new Map(disruption.choices.map((one) => [one.appointment_id, one.silent_channels ?? []]))
  return { appointments, hits, proposed, proposals, silent }
}

const isUnchanged = (appointment: Appointment, { version }: Proposal) =>
  appointment.version === version &&
  (appointment.status === "scheduled" || appointment.status === "pending") &&
  appointment.cancels_at === null

/** The plan decides who comes within a window that holds, unless staff have said it. */
function settingFrom({ outcome, isWindow, proposed, was }: Proposal, isChosen: boolean): Setting {
  if (outcome === "left") return { action: "leave" }
  if (proposed === null) return { action: "offer_link" }
  const { providerId, locationId, start } = proposed
  const isPlanned = isWindow && !isChosen && (outcome === "kept" || start !== was.start)
  return { action: "move", locationId, start, providerId: isPlanned ? null : providerId }
}

/** No further than the last time that was proposed. */
function datesOf({ proposals }: Disruption, { firstDay }: { firstDay: number }) {
  const last = Math.max(0, ...proposals.map(({ proposed, was }) => (proposed ?? was).end))
  return { firstDay, endDay: Math.floor(last / minutesPerDay) + 2 }
}

/** Everybody whose time is taken or freed, and of windows everybody who could come. */
function locksFor({ appointments, hits, proposed }: Judged, closed: readonly Closed[]) {
  const planned = hits.filter(({ loaded }) => loaded.type?.window_minutes != null)
  const decided = [...proposed.decided.values()]
  const providerIds = new Set([
    ...appointments.flatMap(providerIdsOf),
    ...planned.flatMap(({ loaded }) => loaded.providers.map(({ id }) => id)),
    ...decided.flatMap(({ time, judged }) => [time.providerId, ...(judged ? crewIdsOf(judged) : [])]),
    ...closed.map(({ providerId }) => providerId),
  ])
  const resourceIds = hits.flatMap(({ appointment, loaded }) => {
    const time = proposed.decided.get(appointment.id)?.time
    return [appointment.location_id, ...(time ? [time.locationId] : [])].flatMap((id) => locksOf(loaded, id))
  })
  return {
    providerIds: [...providerIds],
    resourceIds: [...new Set(resourceIds)],
    appointmentIds: appointments.map(({ id }) => id).sort((a, b) => a - b),
  }
}

/**
 * All that it takes: of those who are to come, and of those to whom the plan moves other visits. What stays as it is takes nothing
 * anew.
 */
function takenBy({ proposed, appointments }: Judged): TakenTime[] {
  const before = new Map(appointments.map((one) => [one.id, one]))
  const moved = [...proposed.decided].flatMap(([id, { judged }]) => {
    const appointment = before.get(id)
    return judged && !(appointment && staysAsItIs(appointment, judged)) ? takenTimes(judged) : []
  })
  return [...moved, ...takenByChanges(proposed.changes)]
}

/** Asks the calendars about all of it. Throws `calendar_unavailable`, and `disruption_outdated` where one is busy. */
const askAll = (context: AppContext, { companyId }: Call, judged: Judged): Promise<AskedCalendars> =>
  askConnected(context, companyId, takenBy(judged), minutesAroundPlan)

/** Under the locks. Throws `disruption_outdated` where a calendar is busy, and `busy` where one was not asked about what is taken. */
const requireAllAsked = (tx: Tx, call: Call, judged: Judged, asked: AskedCalendars): Promise<void> =>
  requireConnectedAsked(tx, call, takenBy(judged), asked)

/** Frees the time of all that move, plans the windows that hold, then writes each move with what its customer hears. */
async function record(tx: Tx, context: AppContext, call: Call, judged: Judged): Promise<void> {
  const { companyId } = call
  const { appointments, hits, proposed, silent } = judged
  const moving = appointments.filter((one) => {
    const decided = proposed.decided.get(one.id)
    return decided !== undefined && !staysAsItIs(one, decided.judged)
  })
  // The time of the others goes with the plan, which leaves their equipment alone.
  for (const { id } of moving)
    if (proposed.decided.get(id)!.judged !== null) freeAllocations(tx, companyId, id)
  await rewritePlan(tx, call, proposed.changes)
  const moved = new Map<number, Appointment>()
  for (const { appointment, loaded } of hits) {
    const one = proposed.decided.get(appointment.id)
    if (one?.judged && !staysAsItIs(appointment, one.judged))
      moved.set(appointment.id, await moveAppointment(tx, call, { appointment, loaded, judged: one.judged }))
  }
  for (const { ids, question } of newsOf(appointments, judged.proposals)) {
    const appointment = moved.get(ids[0]!) ?? appointments.find(({ id }) => id === ids[0])!
    await announceChange(tx, context, call, appointment, {
      silent: silent.get(ids[0]!),
      ...(question === "group" ? { together: question } : { news: question }),
    })
  }
  const asked = hits.filter(({ appointment: { id } }) => isAskedToChoose(judged.proposals.get(id)!))
  const told = moving.filter(({ id }) => proposed.decided.get(id)!.isTold)
  const touched = [...told, ...asked.map(({ appointment }) => appointment)].map(({ id }) => id)
  store.waiveNotice(tx, companyId, touched)
}

/** One that belongs to another at the same coming, and can stay. */
function staysAsItIs(appointment: Appointment, judged: BookableTime | null): boolean {
  if (judged === null) return false
  const { provider, location, crew, blocks, assigned } = judged
  const idsOf = (all: readonly { id: number }[] | null | undefined) =>
    (all ?? [])
      .map(({ id }) => id)
      .toSorted()
      .join()
  return (
    minuteOf(appointment.start_at.getTime()) === blocks[0]!.start &&
    appointment.provider_id === provider.id &&
    appointment.location_id === location.id &&
    idsOf(appointment.crew) === idsOf(crew) &&
    idsOf(appointment.resources) === idsOf(assigned.taken.map(({ resourceId: id }) => ({ id })))
  )
}

function appliedOf(proposals: readonly Proposal[], { appointments }: Judged): Proposal[] {
  const same = new Set(appointments.map(({ id }) => id))
  return proposals.map((one) => ({ ...one, applied: same.has(one.appointmentId) ? "done" : "changed" }))
}
