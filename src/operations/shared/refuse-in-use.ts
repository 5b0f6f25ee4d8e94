/** Archiving what is still in use would strand appointments; this refuses and says how many. */
import { Refusal } from "../../model/errors.ts"
import type { Tx } from "../../store/pg/database.ts"
import { usageOf } from "../../store/usage.ts"

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

export async function refuseInUse(
  tx: Tx,
  companyId: number,
  noun: keyof typeof spoken,
  id: number,
  now: number,
): Promise<void> {
  const usage = await usageOf(tx, companyId, noun, id, now)
  if (usage.futureAppointments === 0 && usage.openRequests === 0) return
  throw new Refusal("in_use", {
    message:
      `This ${spoken[noun]} has ${usage.futureAppointments} future appointments and ${usage.openRequests} open requests. ` +
      wayOut[noun],
    details: { future_appointments: usage.futureAppointments, open_requests: usage.openRequests },
  })
}
