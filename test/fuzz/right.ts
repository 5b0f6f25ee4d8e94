/** Requests that are right, for the mounts whose fields must fit each other as no random ones do. */
import type { Mount } from "../../src/http/mount.ts"
import type { World } from "./world.ts"

export interface Right {
  /** The path with its ids. */
  path?: string
  body?: unknown
}

export function rightFor({ method, path }: Mount, world: World): Right | undefined {
  const { story } = world
  /** The second ones are spare: nothing hangs on them. The second appointment has begun, the third can be moved. */
  const second = (table: string) => world.idsOf(table)[1] ?? 404_404
  const movable = `/appointments/${world.idsOf("appointment")[2]}`
  const thursdayEvening = "2027-03-11T20:00:00.000Z"
  const booking = {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-03-04T17:00:00.000Z",
  }
  const rights: Record<string, Right> = {
    "POST /sessions": { body: { email: "kim@example.com", password: "a long pass phrase" } },
    "POST /appointment-types": {
      body: { name: "Two days", blocks: [240, 120], location_ids: [story.locationId] },
    },
    "POST /slots": {
      body: { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-09" },
    },
    "POST /appointments": { body: booking },
    "POST /appointments/:id/reschedule": {
      path: `${movable}/reschedule`,
      body: { start_time: thursdayEvening },
    },
    "POST /appointments/:id/cancel": { path: `${movable}/cancel`, body: { reason: "ill" } },
    "POST /appointments/:id/complete": { path: `/appointments/${second("appointment")}/complete`, body: {} },
    "POST /appointments/:id/no-show": { path: `/appointments/${second("appointment")}/no-show`, body: {} },
    "POST /customers": { body: { name: "Pat Kim" } },
    "POST /scheduling-requests/:id/cancel": { body: { cancel_appointment: true } },
    "DELETE /locations/:id": { path: `/locations/${second("location")}` },
    "DELETE /appointment-types/:id": { path: `/appointment-types/${second("appointment_type")}` },
    "DELETE /customers/:id": { path: `/customers/${second("customer")}` },
  }
  return rights[`${method} ${path}`]
}
