import { type LocationInput, locationInput, locationView } from "../../model/location.ts"
import { postalPart } from "../../model/views.ts"
import { insertLocation } from "../../store/locations.ts"
import { withPoint } from "../locate-address.ts"
import { operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const createLocation = operation({
  name: "create_location",
  summary: "Create a location",
  description: "Without coordinates its address is looked up; a point that is not found stays null.",
  noun: "Locations",
  roles: staff,
  body: locationInput,
  result: locationView,
  status: 201,
  async run(context, call, input) {
    const isPlaced = input.latitude != null || input.longitude != null
    const address = isPlaced ? input.address : await withPoint(context, input.address)
    return write(context, call, "create_location", async (tx) => {
      const location = await insertLocation(tx, call.companyId, locationOf({ ...input, address }), call.now)
      return { result: location, targetId: location.id, fields: Object.keys(input) }
    })
  },
})

/** The point may come with the address or beside it; beside it wins. */
function locationOf(input: LocationInput) {
  return {
    name: input.name,
    address: input.address ? postalPart(input.address) : null,
    latitude: input.latitude ?? input.address?.latitude ?? null,
    longitude: input.longitude ?? input.address?.longitude ?? null,
    timezone: input.timezone,
    service_area: input.service_area,
    active: input.active,
  }
}
