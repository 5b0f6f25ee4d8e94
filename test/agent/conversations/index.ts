/** All of them. */
import type { Scripted } from "../conversation.ts"
import { booking } from "./booking.ts"
import { callers } from "./callers.ts"
import { changing } from "./changing.ts"
import { repeats } from "./repeats.ts"
import { requests } from "./requests.ts"
import { wishes } from "./wishes.ts"

export const conversations: readonly Scripted[] = [
  ...booking,
  ...requests,
  ...changing,
  ...callers,
  ...repeats,
  ...wishes,
]
