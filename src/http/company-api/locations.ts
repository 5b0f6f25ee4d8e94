import { archiveLocation } from "../../operations/locations/archive-location.ts"
import { createLocation } from "../../operations/locations/create-location.ts"
import { listLocations } from "../../operations/locations/list-locations.ts"
import { readLocation } from "../../operations/locations/read-location.ts"
import { updateLocation } from "../../operations/locations/update-location.ts"
import type { Mount } from "../mount.ts"

export const locationMounts: readonly Mount[] = [
  { method: "GET", path: "/locations", operation: listLocations },
  { method: "POST", path: "/locations", operation: createLocation },
  { method: "GET", path: "/locations/:id", operation: readLocation },
  { method: "PUT", path: "/locations/:id", operation: updateLocation },
  { method: "DELETE", path: "/locations/:id", operation: archiveLocation },
]
