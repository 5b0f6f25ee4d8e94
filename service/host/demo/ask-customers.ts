/** The demo's events of today: open requests with their links, and a few appointments that were moved. */

import { dateOfDay, isoOfMinute } from "../../../domain/time/dates.ts"
import { msPerDay } from "../../../domain/time/units.ts"
import { rescheduleAppointment } from "../../booking/reschedule.ts"
import { listAppointments } from "../../ledger/appointments.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { createRequest } from "../../requests/create-request.ts"
import { findSlots } from "../../slots/search-slots.ts"
import type { Stage } from "./diary.ts"
import { pairOf } from "./keep-diary.ts"
import type { Customer } from "./set-up-company.ts"
import type { TypeName } from "./story.ts"

const firstDeal = 3_001
const requestCount = 30
const movedCount = 8
const daysToBook = 60
const typeNames: readonly TypeName[] = ["consultation", "repair", "boiler", "refit", "advice"]

/** Names the request whose link a newcomer is shown. */
export const firstDealRef = `deal-${firstDeal}`

/** The first of them is the one that a newcomer is shown: an hour in the showroom, with anybody. */
export async function askCustomers(
  context: AppContext,
  stage: Stage,
  asked: ReadonlySet<string>,
): Promise<void> {
  const { cast, season, now, dice } = stage
  const call = cast.callAt(now)
  let made = 0
  for (const customer of cast.customers) {
    const typeName = typeNames[made % typeNames.length]!
    const typeId = cast.typeIds[typeName]
    if (asked.has(pairOf(customer.record.id, typeId))) continue
    await createRequest.run(context, call, {
      customer_id: customer.record.id,
      appointment_type_id: typeId,
      earliest_date: dateOfDay(season.today + 1),
      latest_date: dateOfDay(season.today + daysToBook),
      external_ref: `deal-${firstDeal + made}`,
      ...wishes(stage, customer, typeName, made > 0 && dice.chance(0.3)),
    })
    made += 1
    if (made === requestCount) return
  }
}

/** Some ask for the showroom near them; some want twice the time. */
function wishes({ cast }: Stage, { town }: Customer, typeName: TypeName, isParticular: boolean) {
  if (typeName === "consultation") return { location_id: cast.locationIds[town] }
  if (!isParticular || typeName === "refit") return {}
  return { duration_minutes: 120, duration_label: "Two hours" }
}

/** Moves some of the coming appointments to another time that is offered. */
export async function moveSome(context: AppContext, { cast, season, now, dice }: Stage): Promise<void> {
  const call = cast.callAt(now)
  const coming = await listAppointments(context.db, cast.companyId, {
    statuses: ["scheduled"],
    providerId: null,
    customerId: null,
    locationId: null,
    from: new Date(now + 2 * msPerDay),
    to: null,
    updatedSince: null,
    after: null,
    limit: 300,
  })
  const days = { start_date: dateOfDay(season.today + 3), end_date: dateOfDay(season.today + 24) }
  const isAnyones = coming.filter((appointment) => appointment.scheduling_request_id === null)
  for (let moved = 0; moved < movedCount && isAnyones.length > 0; moved += 1) {
    const [appointment] = isAnyones.splice(dice.between(0, isAnyones.length - 1), 1)
    await moveOne(context, call, appointment!.id, days, dice.roll())
  }
}

async function moveOne(
  context: AppContext,
  call: Call,
  id: number,
  days: { start_date: string; end_date: string },
  share: number,
): Promise<void> {
  const { result } = await findSlots(context, call, { appointment_id: id, ...days })
  const starts = result.offered.flatMap(({ starts }) => [...starts])
  const start = starts[Math.floor(share * starts.length)]
  if (start === undefined) return
  await rescheduleAppointment.run(context, call, { id, start_time: isoOfMinute(start) })
}
