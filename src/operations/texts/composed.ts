/** What is to happen with a text whose time has come. */
import type { SkipReason } from "../../model/text-message.ts"
import type { OutgoingCall, OutgoingText } from "../../ports.ts"

export type Composed =
  | { kind: "text"; text: OutgoingText }
  | { kind: "call"; call: OutgoingCall }
  | { kind: "skip"; reason: SkipReason }
  /** Judged again at `until`, epoch milliseconds. */
  | { kind: "wait"; until: number }

export const skip = (reason: SkipReason): Composed => ({ kind: "skip", reason })
