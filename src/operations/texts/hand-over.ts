/** Sends a queued text at once, for a caller who wants to say whether it went. */
import { setTimeout as pause } from "node:timers/promises"
import type { AppContext } from "../../context.ts"
import { type LeasedText, leaseText } from "../../store/queue/texts-due.ts"
import { findText } from "../../store/texts.ts"
import { type Fate, sendText, textLease } from "./send-text.ts"

export type HandedOver = { sent: true } | { sent: false; reason: string }

/** How long the caller waits; the carrier's answer is written down whenever it comes. */
const patienceMs = 2_000
const lookAgainMs = 50

/**
 * Hands the text to the carrier and says whether the carrier took it within two seconds. The worker may have taken it up
 * already: then its outcome is waited for. `reason` is `slow_carrier` when there was none in time. `own` is the text under
 * the caller's lease, if it was queued under one.
 */
export async function handOver(
  context: AppContext,
  companyId: number,
  textId: number,
  own: LeasedText | null = null,
): Promise<HandedOver> {
  const stop = new AbortController()
  const outOfPatience = pause(patienceMs, undefined, { signal: stop.signal }).then(
    (): HandedOver => ({ sent: false, reason: "slow_carrier" }),
  )
  outOfPatience.catch(() => undefined)
  try {
    return await Promise.race([settle(context, { companyId, textId, own }, stop.signal), outOfPatience])
  } finally {
    stop.abort()
  }
}

async function settle(
  context: AppContext,
  { companyId, textId, own }: { companyId: number; textId: number; own: LeasedText | null },
  signal: AbortSignal,
): Promise<HandedOver> {
  const leased = own ?? (await leaseText(context.db, textLease(context), companyId, textId))
  const fate: Fate = leased ? await sendText(context, leased) : { kind: "gone" }
  if (fate.kind === "sent") return { sent: true }
  if (fate.kind !== "gone") return { sent: false, reason: fate.reason }
  for (;;) {
    const row = await findText(context.db, companyId, textId)
    if (row?.status === "sent") return { sent: true }
    if (row?.status !== "sending" && row?.status !== "pending") {
      return { sent: false, reason: row?.last_error ?? "gone" }
    }
    if (signal.aborted) return { sent: false, reason: "slow_carrier" }
    await pause(lookAgainMs)
  }
}
