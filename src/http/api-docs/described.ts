/** What the documents need to know of a mounted operation; how it runs is none of theirs. */
import type { AnyOpenOperation, AnyOperation } from "../../operations/operation.ts"
import type { Mount } from "../mount.ts"

export interface DescribedMount extends Pick<Mount, "method" | "path" | "rawBody"> {
  operation: Omit<AnyOperation, "run"> | Omit<AnyOpenOperation, "run">
  /** False where a POST is repeated safely without one. */
  takesIdempotencyKey?: false
}
