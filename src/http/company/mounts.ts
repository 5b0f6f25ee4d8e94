/** The company's door: every operation with its method and path below `/api/v1`. Routes and documents follow it. */
import type { Mount } from "../mount.ts"
import { customerMounts } from "./customers.ts"
import { locationMounts } from "./locations.ts"
import { schedulingMounts } from "./scheduling.ts"

export const companyMounts: readonly Mount[] = [...locationMounts, ...customerMounts, ...schedulingMounts]
