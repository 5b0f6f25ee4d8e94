/** Everything that the API host's documents tell of. */
import { describedAgentTools } from "../agent-api/described.ts"
import { companyMounts } from "../company-api/mounts.ts"
import type { DescribedMount } from "./described.ts"

export const documentedMounts: readonly DescribedMount[] = [...companyMounts, ...describedAgentTools]
