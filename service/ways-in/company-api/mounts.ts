/**
 * The company API: every operation with its method and path below `/api/v1`. The routes, the OpenAPI document and the
 * API's page all follow this table.
 */
import type { Mount } from "../http/mount.ts"
import { bookingMounts } from "./booking-mounts.ts"
import { integrationMounts } from "./integration-mounts.ts"
import { setUpMounts } from "./set-up-mounts.ts"

export const companyMounts: readonly Mount[] = [...setUpMounts, ...bookingMounts, ...integrationMounts]
