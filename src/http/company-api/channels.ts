import { createChannel, deleteChannel, listChannels } from "../../operations/channels.ts"
import type { Mount } from "../mount.ts"

export const channelMounts: readonly Mount[] = [
  { method: "GET", path: "/channels", operation: listChannels },
  { method: "POST", path: "/channels", operation: createChannel },
  { method: "DELETE", path: "/channels/:id", operation: deleteChannel },
]
