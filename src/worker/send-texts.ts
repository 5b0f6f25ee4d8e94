/** Sends the texts that are due, a few at once, until none is. */

import type { AppContext } from "../context.ts"
import { type TextLane, textLanes } from "../model/text-message.ts"
import { newClaim, sendText } from "../operations/texts/send-text.ts"
import { claimTexts } from "../store/queue/texts-due.ts"

const atOnce = 8

/** Of these lanes, one after the other; a worker runs each by itself, so that neither waits for the other. */
export async function sendTexts(context: AppContext, lanes: readonly TextLane[] = textLanes): Promise<void> {
  if (!context.texts && !context.voiceAgent) return
  for (const lane of lanes) await sendLane(context, lane)
}

async function sendLane(context: AppContext, lane: TextLane): Promise<void> {
  for (;;) {
    const claimed = await claimTexts(context.db, newClaim(context), lane, atOnce)
    await Promise.all(claimed.map((text) => sendText(context, text)))
    if (claimed.length < atOnce) return
  }
}
