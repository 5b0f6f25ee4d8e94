/** An archived record must not be in use: its appointments would be stranded. */
import { notFound, Refusal } from "../../domain/model/errors.ts"
import type { Tx } from "../platform/pg/database.ts"
import { countSessionsToCome, usageOf } from "./still-needed.sql.ts"

const spoken = {
  provider: "provider",
  appointment_type: "appointment type",
  location: "location",
  customer: "customer",
} as const

const stopBookings = "Set active to false to stop new bookings and keep these."
const wayOut = {
  provider: stopBookings,
  appointment_type: stopBookings,
  location: stopBookings,
  customer: "Cancel them first.",
} as const

/** Locks a record that is to be archived. Throws `not_found`, and `in_use` with the numbers of what still needs it. */
export async function lockUnused<Record>(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  wanted: {
    noun: keyof typeof spoken
    id: number
    lock(tx: Tx, companyId: number, id: number): Promise<Record | null>
  },
): Promise<Record> {
  const { noun, id } = wanted
  const record = await wanted.lock(tx, companyId, id)
  if (record === null) throw notFound(spoken[noun])
  const sessions = noun === "customer" ? 0 : await countSessionsToCome(tx, companyId, noun, id, now)
  if (sessions > 0)
    throw new Refusal("in_use", {
      message: `This ${spoken[noun]} has ${sessions} sessions of classes to come. Move or cancel them first.`,
      details: { future_appointments: sessions, open_requests: 0 },
    })
  const usage = await usageOf(tx, companyId, noun, id, now)
  if (usage.futureAppointments === 0 && usage.openRequests === 0) return record
  throw new Refusal("in_use", {
    message:
      `This ${spoken[noun]} has ${usage.futureAppointments} future appointments and ${usage.openRequests} open requests. ` +
      wayOut[noun],
    details: { future_appointments: usage.futureAppointments, open_requests: usage.openRequests },
  })
}
