/** Hands a text to the queue, in the transaction of what it is about. */
import type { Sealer } from "../../model/sealing.ts"
import type { Tx } from "../../store/pg/database.ts"
import { insertText, type NewText, nextTextId } from "../../store/texts.ts"

export interface QueuedText extends Pick<NewText, "purpose" | "goodUntil"> {
  from: string
  to: string
  body: string
}

export const textPlace = (companyId: number, id: number) => `company:${companyId}/text:${id}`

export async function enqueueText(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { from, to, body, ...text }: QueuedText,
  now: number,
): Promise<void> {
  const id = await nextTextId(tx)
  const place = textPlace(companyId, id)
  const sealed = {
    ...text,
    id,
    fromPhone: from,
    phoneSealed: sealer.seal(to, place),
    phoneHash: sealer.phoneHash(companyId, to),
    bodySealed: sealer.seal(body, place),
  }
  await insertText(tx, companyId, sealed, now)
}
