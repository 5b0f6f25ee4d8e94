import { createApiKey, listApiKeys, revokeApiKey } from "../../operations/api-keys.ts"
import type { Mount } from "../mount.ts"

export const apiKeyMounts: readonly Mount[] = [
  { method: "GET", path: "/api-keys", operation: listApiKeys },
  { method: "POST", path: "/api-keys", operation: createApiKey },
  { method: "DELETE", path: "/api-keys/:id", operation: revokeApiKey },
]
