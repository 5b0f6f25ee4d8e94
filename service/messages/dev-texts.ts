import type { KeptMail } from "../../domain/model/mail.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { listTexts } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"

/** For developers only: the texts and mails of a host that sends none. */

export interface DevText {
  from: string
  to: string
  body: string
  /** ISO 8601. */
  at: string
}

const most = 50

/** The newest first. */
export async function readDevTexts(context: AppContext): Promise<DevText[]> {
  const texts: DevText[] = []
  for (const companyId of await listCompanyIds(context.db)) {
    for (const row of await listTexts(context.db, companyId, most)) {
      if (row.body_sealed === null) continue
      const boundTo = associatedData.text(companyId, row.id)
      const words = context.sealer.open(row.body_sealed, boundTo)
      texts.push({
        from: row.from_phone ?? row.from_email!,
        to: context.sealer.open((row.phone_sealed ?? row.email_sealed)!, boundTo),
        body: row.channel === "mail" ? wordsOf(JSON.parse(words)) : words,
        at: row.created_at.toISOString(),
      })
    }
  }
  return texts.sort((a, b) => b.at.localeCompare(a.at)).slice(0, most)
}

const wordsOf = ({ subject, text }: KeptMail): string => `${subject}\n\n${text}`
