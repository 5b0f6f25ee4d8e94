/** BK-01: with the provider's lock left out, the database alone still keeps two bookings apart. */

import type { Appointment } from "../../domain/model/appointment.ts"
import { unasked } from "../../domain/model/pending-appointment.ts"
import { insertAppointment, nextAppointmentId } from "../../service/ledger/appointments.sql.ts"
import { refusalOf } from "../../service/platform/pg/laws.ts"
import { occupy, ownedBy } from "../../service/taking/write-allocations.ts"
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, countOverlaps } from "./arena.ts"
import { openTally } from "./tally.ts"

const atOnce = 6

/** Writes straight through the store, each some minutes later than the one before, so that all overlap in part. */
export async function bareConstraint(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("bare-constraint")
  for (let round = 0; round < rounds; round += 1) {
    const start = Date.parse(arena.nextStart())
    // The latest of them reaches into the next hour.
    arena.nextStart()
    const results = await Promise.all(
      Array.from({ length: atOnce }, (_, i) => insertUnlocked(arena, start + i * 5 * 60_000, i)),
    )
    const written = results.filter((result) => result === "written").length
    const others = results.filter((result) => result !== "written" && result !== "slot_taken")
    tally.check(written === 1 && others.length === 0, () => results.join(", "))
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** `written`, or the code of the refusal that the database's error stands for. */
async function insertUnlocked(arena: Arena, startMs: number, nth: number): Promise<string> {
  const { db } = arena.service.context
  const start = startMs / 60_000
  try {
    const id = await nextAppointmentId(db)
    await db.transaction(async (tx) => {
      await tx.query("SET LOCAL deadlock_timeout = '20ms'")
      const appointment = rowOf(arena, id, startMs, arena.customerIds[nth]!)
      const block = { start, end: start + 60, jobStart: start, jobEnd: start + 60 }
      insertAppointment(tx, arena.service.companyId, appointment)
      const time = { resourceId: arena.providerId, isLead: true, isPinned: false, ...block }
      occupy(tx, arena.service.companyId, ownedBy(appointment), [time])
    })
    return "written"
  } catch (error) {
    return refusalOf(error)?.code ?? String(error)
  }
}

function rowOf(arena: Arena, id: number, startMs: number, customerId: number): Appointment {
  const now = new Date(arena.service.clock.now())
  return {
    id,
    customer_id: customerId,
    appointment_type_id: arena.hourTypeId,
    place: "at_location",
    type_name: "",
    scheduling_request_id: null,
    provider_id: arena.providerId,
    provider_name: "",
    location_id: arena.locationId,
    location_name: "",
    status: "scheduled",
    start_at: new Date(startMs),
    end_at: new Date(startMs + 3_600_000),
    blocks: [
      { start_time: new Date(startMs).toISOString(), end_time: new Date(startMs + 3_600_000).toISOString() },
    ],
    timezone: "UTC",
    series_id: null,
    series_index: null,
    group_id: null,
    group_index: null,
    session_id: null,
    seats: null,
    clock_offsets: [],
    duration_option: null,
    booked_by: "api",
    notes: null,
    external_ref: null,
    metadata: null,
    notes_version: 1,
    answers: [],
    attendance: "unknown",
    proposed_start_at: null,
    proposed_end_at: null,
    crew: null,
    understaffed: false,
    address: null,
    latitude: null,
    longitude: null,
    cancel_reason: null,
    cancelled_by: null,
    cancelled_at: null,
    cancels_at: null,
    closed_at: null,
    no_show_reason: null,
    ...unasked,
    link_version: 1,
    link_key_id: null,
    work_minutes: null,
    planned_start_at: null,
    pinned: false,
    narrowed_start_at: null,
    narrowed_end_at: null,
    on_the_way_at: null,
    expected_at: null,
    arrived_at: null,
    keeps_provider: false,
    link_random: null,
    version: 1,
    last_event_at: now,
    created_at: now,
    updated_at: now,
  }
}
