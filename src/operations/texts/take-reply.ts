/** Takes what somebody answered to a company's text: STOP, START and HELP are understood, in three languages. */

import type { AppContext } from "../../context.ts"
import { keywordOf } from "../../rules/texts/consent.ts"
import { helpText } from "../../rules/texts/wording.ts"
import { findAnsweredCompany } from "../../store/directory.ts"
import { recordConsentOnce } from "../shared/consents.ts"

export interface Reply {
  from: string
  /** The number that was answered. */
  to: string
  body: string
  /** The carrier has answered a keyword by itself. */
  isAnswered: boolean
}

const said = { stop: "revoked", start: "granted" } as const

/**
 * What to answer, or null for nothing: to STOP and START the carrier answers. The number that the host sends
 * confirmations from is no company's, and records nothing.
 */
export async function takeReply(context: AppContext, reply: Reply): Promise<string | null> {
  const keyword = keywordOf(reply.body)
  const company = keyword && (await findAnsweredCompany(context.db, reply.to))
  if (!keyword || !company) return null
  if (keyword !== "help") {
    await recordWord(context, company.companyId, reply.from, keyword)
    return null
  }
  return reply.isAnswered ? null : helpText(company.locale, company.name, company.callPhone)
}

async function recordWord(
  context: AppContext,
  companyId: number,
  phone: string,
  keyword: "stop" | "start",
): Promise<void> {
  const source = `customer replied ${keyword.toUpperCase()}`
  const word = { phone, channel: "sms", event: said[keyword], source } as const
  await context.db.transaction((tx) =>
    recordConsentOnce(tx, context.sealer, companyId, word, context.clock.now()),
  )
}
