/** Sends the texts that are due, a few at once, until none is. */
import { type TextLane, textLanes } from "../model/text-message.ts"
import type { House } from "../operations/house.ts"
import { newClaim, sendText } from "../operations/texts/send-text.ts"
import { claimTexts } from "../store/texts-due.ts"

const atOnce = 8

/** Of these lanes, one after the other; a worker runs each by itself, so that neither waits for the other. */
export async function sendTexts(house: House, lanes: readonly TextLane[] = textLanes): Promise<void> {
  if (!house.texts && !house.voiceAgent) return
  for (const lane of lanes) await sendLane(house, lane)
}

async function sendLane(house: House, lane: TextLane): Promise<void> {
  for (;;) {
    const claimed = await claimTexts(house.db, newClaim(house), lane, atOnce)
    await Promise.all(claimed.map((text) => sendText(house, text)))
    if (claimed.length < atOnce) return
  }
}
