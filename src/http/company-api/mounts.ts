/** The company API: every operation with its method and path below `/api/v1`. Routes and documents follow it. */
import type { Mount } from "../mount.ts"
import { apiKeyMounts } from "./api-keys.ts"
import { appointmentTypeMounts } from "./appointment-types.ts"
import { calendarMounts } from "./calendars.ts"
import { channelMounts } from "./channels.ts"
import { companySettingsMounts } from "./company.ts"
import { customerMounts } from "./customers.ts"
import { locationMounts } from "./locations.ts"
import { outreachMounts } from "./outreach.ts"
import { providerMounts } from "./providers.ts"
import { schedulingMounts } from "./scheduling.ts"
import { userMounts } from "./users.ts"
import { webhookEndpointMounts } from "./webhook-endpoints.ts"

export const companyMounts: readonly Mount[] = [
  ...companySettingsMounts,
  ...apiKeyMounts,
  ...userMounts,
  ...channelMounts,
  ...locationMounts,
  ...appointmentTypeMounts,
  ...providerMounts,
  ...calendarMounts,
  ...customerMounts,
  ...schedulingMounts,
  ...outreachMounts,
  ...webhookEndpointMounts,
]
