/** Sends the texts that are due. A crash in the middle leaves a lease that ends, and the text goes again. */
import { textPlace } from "../changes/enqueue-text.ts"
import { recordOptOut } from "../changes/record-opt-out.ts"
import type { House } from "../operations/house.ts"
import type { OutgoingText, SentText, TextSender } from "../ports.ts"
import { nextTextTry } from "../rules/text-retry.ts"
import {
  beginAttempt,
  type ClaimedText,
  claimTexts,
  dropFromQueue,
  endText,
  retryText,
  type TextRow,
} from "../store/texts.ts"

/** Longer than a sender takes to give up. */
const leaseMs = 30_000
const atOnce = 8

/** Sends until nothing is due. */
export async function sendTexts(house: House): Promise<void> {
  const { texts } = house
  if (!texts) return
  for (;;) {
    const now = house.clock.now()
    const token = Buffer.from(house.random.bytes(12)).toString("base64url")
    const claimed = await claimTexts(house.db, { token, now, leaseMs, most: atOnce })
    await Promise.all(claimed.map((text) => send(house, texts, text, token)))
    if (claimed.length < atOnce) return
  }
}

async function send(house: House, texts: TextSender, claimed: ClaimedText, token: string): Promise<void> {
  const { companyId, id } = claimed
  const row = await beginAttempt(house.db, companyId, id)
  if (!row?.body_sealed) return dropFromQueue(house.db, companyId, id)
  const place = textPlace(companyId, id)
  const text = {
    from: row.from_phone,
    to: house.sealer.open(row.phone_sealed, place),
    body: house.sealer.open(row.body_sealed, place),
  }
  const isOver = row.good_until.getTime() <= house.clock.now()
  const sent: SentText = isOver
    ? { kind: "refused", error: "too_late", optedOut: false }
    : await texts.send(text)
  await record(house, { claimed, token, row, text, sent })
}

interface Outcome {
  claimed: ClaimedText
  token: string
  row: TextRow
  text: OutgoingText
  sent: SentText
}

async function record(house: House, { claimed, token, row, text, sent }: Outcome): Promise<void> {
  const { companyId, id } = claimed
  const now = house.clock.now()
  const retryAt =
    sent.kind === "later"
      ? nextTextTry(row.attempts, sent.retryAfterSeconds, row.good_until.getTime(), now)
      : null
  if (sent.kind === "later" && retryAt !== null) {
    return retryText(house.db, claimed, token, sent.error, retryAt)
  }
  const isSent = sent.kind === "sent"
  const end = {
    status: isSent ? ("sent" as const) : ("failed" as const),
    error: isSent ? null : sent.error,
    carrierId: isSent ? sent.carrierId : null,
    keepsBody: house.texts?.staysHere ?? false,
  }
  await house.db.transaction(async (tx) => {
    const held = await endText(tx, companyId, id, token, end, now)
    if (held && sent.kind === "refused" && sent.optedOut) {
      await recordOptOut(tx, house.sealer, companyId, text, now)
    }
  })
  if (!isSent) house.log.warn({ job: "send-texts", company_id: companyId, code: sent.error }, "text not sent")
}
