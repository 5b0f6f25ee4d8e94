import { readHours, replaceHours } from "../../operations/provider-hours.ts"
import {
  archiveProvider,
  createProvider,
  listProviders,
  readProvider,
  updateProvider,
} from "../../operations/providers.ts"
import { addTimeOff, listTimeOff, removeTimeOff } from "../../operations/time-off.ts"
import type { Mount } from "../mount.ts"

export const providerMounts: readonly Mount[] = [
  { method: "GET", path: "/providers", operation: listProviders },
  { method: "POST", path: "/providers", operation: createProvider },
  { method: "GET", path: "/providers/:id", operation: readProvider },
  { method: "PUT", path: "/providers/:id", operation: updateProvider },
  { method: "DELETE", path: "/providers/:id", operation: archiveProvider },
  { method: "GET", path: "/providers/:id/hours", operation: readHours },
  { method: "PUT", path: "/providers/:id/hours", operation: replaceHours },
  { method: "GET", path: "/providers/:id/time-off", operation: listTimeOff },
  { method: "POST", path: "/providers/:id/time-off", operation: addTimeOff },
  { method: "DELETE", path: "/providers/:id/time-off/:timeOffId", operation: removeTimeOff },
]
