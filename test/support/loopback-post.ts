import { createAddressGuard } from "../../service/host/adapters/outbound/address-guard.ts"
import { createPost } from "../../service/host/adapters/webhooks/post.ts"
import type { Post } from "../../service/platform/ports.ts"

/** A name of a receiver that answers at `127.0.0.2`, where two of them differ by their addresses. */
export const elsewhere = (name: string) => `${name}.elsewhere.example`

/** Sends for real, but takes every name for this machine: the receivers are here. `ca` vouches for them. */
export function postToLoopback(ca: string, deadlineMs: number): Post {
  const guard = createAddressGuard({
    allowPrivate: true,
    resolve: async (name) => [
      { address: name.endsWith(".elsewhere.example") ? "127.0.0.2" : "127.0.0.1", family: 4 },
    ],
  })
  return createPost({ guard, deadlineMs, ca })
}
