import { addTimeOff } from "../../operations/providers/add-time-off.ts"
import { archiveProvider } from "../../operations/providers/archive-provider.ts"
import { createProvider } from "../../operations/providers/create-provider.ts"
import { listProviders } from "../../operations/providers/list-providers.ts"
import { listTimeOff } from "../../operations/providers/list-time-off.ts"
import { readHours } from "../../operations/providers/read-hours.ts"
import { readProvider } from "../../operations/providers/read-provider.ts"
import { removeTimeOff } from "../../operations/providers/remove-time-off.ts"
import { replaceHours } from "../../operations/providers/replace-hours.ts"
import { updateProvider } from "../../operations/providers/update-provider.ts"
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
