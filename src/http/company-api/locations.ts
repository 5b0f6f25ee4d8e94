import {
  archiveLocation,
  createLocation,
  listLocations,
  readLocation,
  updateLocation,
} from "../../operations/locations.ts"
import type { Mount } from "../mount.ts"

export const locationMounts: readonly Mount[] = [
  { method: "GET", path: "/locations", operation: listLocations },
  { method: "POST", path: "/locations", operation: createLocation },
  { method: "GET", path: "/locations/:id", operation: readLocation },
  { method: "PUT", path: "/locations/:id", operation: updateLocation },
  { method: "DELETE", path: "/locations/:id", operation: archiveLocation },
]
