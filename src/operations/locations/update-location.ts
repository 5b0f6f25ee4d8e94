import { z } from "zod"
import type { AppContext } from "../../context.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { type Location, locationPatch, locationView } from "../../model/location.ts"
import { postalPart } from "../../model/views.ts"
import { findLocation, lockLocation, updateLocation as store } from "../../store/locations.ts"
import { withPoint } from "../locate-address.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const updateLocation = operation({
  name: "update_location",
  summary: "Change a location",
  description:
    "Fields sent are changed. An address is looked up only while the location has no coordinates. `active: false` stops new bookings and keeps the old.",
  noun: "Locations",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: locationPatch,
  result: locationView,
  async run(context, call, input) {
    const { id, ...sent } = input
    const patch = { ...sent, ...(await lookedUp(context, call, id, sent)) }
    return write(context, call, "update_location", async (tx) => {
      const present = found(await lockLocation(tx, call.companyId, id), notFound("location"))
      const changed = withPatch(present, patch)
      await store(tx, call.companyId, changed, call.now)
      return { result: changed, targetId: id, fields: Object.keys(sent) }
    })
  },
})

type Patch = Partial<typeof locationPatch._output>

/** A place that was put in by hand is not moved to where a geocoder thinks that it is. */
async function lookedUp(context: AppContext, { companyId }: Call, id: number, sent: Patch) {
  if (!sent.address || sent.latitude != null || sent.longitude != null) return {}
  const present = await findLocation(context.db, companyId, id)
  return present?.latitude === null ? { address: await withPoint(context, sent.address) } : {}
}

function withPatch(present: Location, { address, ...patch }: Patch): Location {
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  if (address === undefined) return { ...present, ...sent }
  return {
    ...present,
    address: address === null ? null : postalPart(address),
    latitude: address?.latitude ?? present.latitude,
    longitude: address?.longitude ?? present.longitude,
    ...sent,
  }
}
