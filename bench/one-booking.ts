/** A booking as the company API makes it: the operation run, its answer kept under the key. */
import { randomUUID } from "node:crypto"
import { appointmentView } from "../domain/model/appointment.ts"
import { dayOfDate } from "../domain/time/dates.ts"
import { localToMinute } from "../domain/time/local-time.ts"
import { bookAppointment } from "../service/booking/book.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { Call, KeyedCall } from "../service/platform/operation.ts"
import type { BenchCompany } from "./bench-company.ts"

/** `provider` and `customer` count from 0, within the company. */
export interface WantedTime {
  provider: number
  customer: number
  startMinute: number
}

const firstMonday = dayOfDate("2027-04-05")!
const hours = [9, 10, 11, 12, 13, 14, 15, 16]

/** Free times after the searched month: the same hour for each provider in turn, then the next hour, on working days. */
export function timesFor(providers: number, count: number): WantedTime[] {
  return Array.from({ length: count }, (_, i) => {
    const provider = i % providers
    const hour = Math.floor(i / providers)
    const workingDay = Math.floor(hour / hours.length)
    const day = firstMonday + Math.floor(workingDay / 5) * 7 + (workingDay % 5)
    const startMinute = localToMinute("America/New_York", day, hours[hour % hours.length]! * 60)
    return { provider, customer: provider, startMinute }
  })
}

/** Throws the refusal when the time cannot be had. */
export async function bookOnce(context: AppContext, company: BenchCompany, time: WantedTime): Promise<void> {
  const { companyId } = company
  const actor = { kind: "api_key", apiKeyId: 1, role: "admin" } as const
  const keyed = keyedCall()
  const call: Call = { companyId, actor, requestId: "req_bench", now: context.clock.now(), keyed }
  await bookAppointment.run(context, call, {
    customer_id: company.customerIds[time.customer]!,
    appointment_type_id: company.typeId,
    provider_id: company.providerIds[time.provider]!,
    location_id: company.locationId,
    start_time: new Date(time.startMinute * 60_000).toISOString(),
    notes: "Please ring twice",
  })
}

const keyedCall = (): KeyedCall => ({
  key: randomUUID(),
  method: "POST",
  path: "/api/v1/appointments",
  bodyHash: "0".repeat(64),
  isSecret: true,
  runsFirst: true,
  compose: (result) => ({
    status: 201,
    body: JSON.stringify({ success: true, data: appointmentView.parse(result) }),
  }),
})

/** A time as the API takes it. */
export interface HttpTime {
  providerId: number
  start: string
}

/** Books through the company API at `base`; returns the appointment's id. */
export async function bookOverHttp(
  base: string,
  company: BenchCompany,
  { providerId, start }: HttpTime,
): Promise<number> {
  const answer = await fetch(`${base}/api/v1/appointments`, {
    method: "POST",
    headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      customer_id: company.customerIds[company.providerIds.indexOf(providerId)],
      appointment_type_id: company.typeId,
      provider_id: providerId,
      location_id: company.locationId,
      start_time: start,
    }),
  })
  const { data, error } = (await answer.json()) as { data?: { id: number }; error?: { message: string } }
  if (data === undefined) throw new Error(`Booking ${start}: ${error?.message}`)
  return data.id
}
