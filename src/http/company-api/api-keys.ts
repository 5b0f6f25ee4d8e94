import { createApiKey } from "../../operations/api-keys/create-api-key.ts"
import { listApiKeys } from "../../operations/api-keys/list-api-keys.ts"
import { revokeApiKey } from "../../operations/api-keys/revoke-api-key.ts"
import type { Mount } from "../mount.ts"

export const apiKeyMounts: readonly Mount[] = [
  { method: "GET", path: "/api-keys", operation: listApiKeys },
  { method: "POST", path: "/api-keys", operation: createApiKey },
  { method: "DELETE", path: "/api-keys/:id", operation: revokeApiKey },
]
