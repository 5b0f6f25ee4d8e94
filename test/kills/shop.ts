/** A company whose four providers work day and night, so that there is always a next hour to book. */
import { made, type Shop } from "./clients.ts"

const hourMs = 3_600_000

/** Made through the API. The first hour that is booked is two days after `now`. */
export async function furnishShop(baseUrl: string, key: string, now: number): Promise<Shop> {
  const create = (path: string, body: unknown) => made(baseUrl, { key }, path, body)
  const locationId = await create("/locations", { name: "Downtown", timezone: "UTC" })
  const typeId = await create("/appointment-types", {
    name: "Boiler service",
    duration_minutes: 60,
    slot_interval_minutes: 60,
    min_notice_minutes: 0,
    booking_window_days: 730,
  })
  const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    location_id: locationId,
    weekday,
    start: "00:00",
    end: "00:00",
  }))
  const providerIds: number[] = []
  for (const name of ["Ana Ruiz", "Ben Okafor", "Cleo Park", "Dan Weiss"]) {
    providerIds.push(
      await create("/providers", { name, appointment_type_ids: [typeId], weekly_hours: allDay }),
    )
  }
  let next = Math.ceil(now / hourMs) * hourMs + 48 * hourMs
  const nextStart = () => {
    next += hourMs
    return next
  }
  return { key, typeId, locationId, providerIds, nextStart }
}
