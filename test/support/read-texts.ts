/** Texts as their recipients will read them, out of the queue. */
import { associatedData } from "../../domain/model/sealing.ts"
import type { TestService } from "./service.ts"

export interface ReadText {
  from: string
  to: string
  body: string
}

/** All texts of the company that are written and not yet sent, in their order, as their recipients will read them. */
export async function textsOf({ context, companyId }: TestService): Promise<ReadText[]> {
  const rows = await context.db.query<{
    id: number
    from_phone: string
    phone_sealed: string
    body_sealed: string
  }>(
    `SELECT id, from_phone, phone_sealed, body_sealed FROM text_message
     WHERE company_id = $1 AND body_sealed IS NOT NULL ORDER BY id`,
    [companyId],
  )
  return rows.map(({ id, from_phone, phone_sealed, body_sealed }) => ({
    from: from_phone,
    to: context.sealer.open(phone_sealed, associatedData.text(companyId, id)),
    body: context.sealer.open(body_sealed, associatedData.text(companyId, id)),
  }))
}

/** The six digits of the newest text. */
export async function lastCode(service: TestService): Promise<string> {
  const last = (await textsOf(service)).at(-1)
  return /\d{6}/.exec(last?.body ?? "")![0]
}
