/** Sends the texts that are due, a few at once, until none is. */
import type { House } from "../operations/house.ts"
import { claimToken, leaseMs, sendText } from "../operations/texts/send-text.ts"
import { claimTexts } from "../store/texts-due.ts"

const atOnce = 8

export async function sendTexts(house: House): Promise<void> {
  if (!house.texts && !house.voiceAgent) return
  for (;;) {
    const claim = { token: claimToken(house), now: house.clock.now(), leaseMs }
    const claimed = await claimTexts(house.db, claim, atOnce)
    await Promise.all(claimed.map((text) => sendText(house, text)))
    if (claimed.length < atOnce) return
  }
}
