import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { type Location, locationPatch, locationView } from "../../model/location.ts"
import { postalPart } from "../../model/views.ts"
import { lockLocation, updateLocation as store } from "../../store/locations.ts"
import { found, operation, staff, write } from "../operation.ts"

export const updateLocation = operation({
  name: "update_location",
  summary: "Change a location",
  description: "Fields sent are changed. `active: false` stops new bookings and keeps the old.",
  noun: "Locations",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: locationPatch,
  result: locationView,
  async run(house, call, input) {
    const { id, ...patch } = input
    return write(house, call, "update_location", async (tx) => {
      const present = found(await lockLocation(tx, call.companyId, id), notFound("location"))
      const changed = withPatch(present, patch)
      await store(tx, call.companyId, changed, call.now)
      return { result: changed, targetId: id, fields: Object.keys(patch) }
    })
  },
})

function withPatch(
  present: Location,
  { address, ...patch }: Partial<typeof locationPatch._output>,
): Location {
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
