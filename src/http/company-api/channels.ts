import { createChannel } from "../../operations/channels/create-channel.ts"
import { deleteChannel } from "../../operations/channels/delete-channel.ts"
import { listChannels } from "../../operations/channels/list-channels.ts"
import type { Mount } from "../mount.ts"

export const channelMounts: readonly Mount[] = [
  { method: "GET", path: "/channels", operation: listChannels },
  { method: "POST", path: "/channels", operation: createChannel },
  { method: "DELETE", path: "/channels/:id", operation: deleteChannel },
]
