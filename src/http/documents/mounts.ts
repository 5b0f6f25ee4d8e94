/** Everything that the API host's documents tell of. */
import { describedAgentTools } from "../agent/described.ts"
import { companyMounts } from "../company/mounts.ts"
import type { DescribedMount } from "./described.ts"

export const documentedMounts: readonly DescribedMount[] = [...companyMounts, ...describedAgentTools]
