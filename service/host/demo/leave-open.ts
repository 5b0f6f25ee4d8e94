/**
 * The demo's work for staff today: surveys that customers have asked for and that wait for a yes, and visits whose customers
 * were promised a window, which the plan of the day moves.
 */
import { dateOfDay, isoOfMinute } from "../../../domain/time/dates.ts"
import { bookAppointment } from "../../booking/book.ts"
import { createAppointmentType } from "../../company/appointment-types.ts"
import { createProvider } from "../../company/providers.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { findSlots } from "../../slots/search-slots.ts"
import type { Stage } from "./diary.ts"
import type { Customer } from "./set-up-company.ts"
import { ida, idasTypes } from "./story.ts"

const surveyDays = [2, 3, 4, 7, 8, 9]
/** A day stands here once for each of its visits. */
const visitDays = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5]

export async function leaveOpen(context: AppContext, { cast, season, now }: Stage): Promise<void> {
  const call = cast.callAt(now)
  const surveyType = await createAppointmentType.run(context, call, idasTypes.survey)
  const visitType = await createAppointmentType.run(context, call, idasTypes.visit)
  const { weekdays, hours, ...rest } = ida
  await createProvider.run(context, call, {
    ...{ active: true, start_address: null, max_travel_km: null, travel: null, digest_email: null, ...rest },
    appointment_type_ids: [surveyType.id, visitType.id],
    weekly_hours: weekdays.flatMap((weekday) =>
      hours.map(([start, end]) => ({ location_id: cast.locationIds.austin, weekday, start, end })),
    ),
  })
  const customers = cast.customers.filter(({ town }) => town === "austin").reverse()
  const wishes = [
    ...surveyDays.map((days) => ({ typeId: surveyType.id, day: season.today + days })),
    ...visitDays.map((days) => ({ typeId: visitType.id, day: season.today + days })),
  ]
  for (const [nth, wish] of wishes.entries()) await bookOne(context, call, customers[nth]!, wish)
}

/** At the first time that is recommended, if there is one. */
async function bookOne(
  context: AppContext,
  call: Call,
  { record }: Customer,
  { typeId, day }: { typeId: number; day: number },
): Promise<void> {
  const wish = { customer_id: record.id, appointment_type_id: typeId }
  const { result } = await findSlots(context, call, {
    ...wish,
    ...{ start_date: dateOfDay(day), end_date: dateOfDay(day + 1) },
  })
  const [first] = result.recommended
  if (first === undefined) return
  await bookAppointment.run(context, call, {
    ...wish,
    ...{
      provider_id: first.provider.id,
      location_id: first.location.id,
      start_time: isoOfMinute(first.start),
    },
  })
}
