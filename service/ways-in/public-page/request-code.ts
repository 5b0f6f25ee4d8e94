/**
 * Texts a code to a number. It never looks up whether the number is a customer's, so that neither its answer nor its
 * time can reveal it. The text goes through the queue, so that the answer does not wait for a carrier.
 */

import { Refusal } from "../../../domain/model/errors.ts"
import {
  codeMinutes,
  type PublicPage,
  phoneToCall,
  resendAfterSeconds,
} from "../../../domain/model/public-page.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { networkOf } from "../../../domain/rules/public-page/network-address.ts"
import { codeWaitSeconds } from "../../../domain/rules/public-page/verification-codes.ts"
import { supportedPhone } from "../../../domain/rules/texts/phone-numbers.ts"
import { codeText } from "../../../domain/rules/texts/wording.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { enqueueText } from "../../messages/announce.ts"
import { passBotCheck } from "../../platform/bot-check.ts"
import { codesSent, enterCode, type LedgerKeys, lockLedger } from "../../platform/code-ledger.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitFor } from "../../platform/rate-limits.ts"
import { write } from "../../platform/write.ts"
import { publicCall, type Visitor } from "./admit.ts"
import { codeDigits, randomToken } from "./codes.ts"
import { insertCode } from "./texted-codes.sql.ts"

export interface SentCode {
  verificationId: string
  /** Epoch milliseconds. */
  expiresAt: number
  resendAfterSeconds: number
}

/** True where any code can be texted. Otherwise visitors are asked to call before they type a number. */
export const sendsCodes = (context: AppContext, page: PublicPage): boolean =>
  page.sms_phone !== null && context.texts !== null && page.public_daily_code_cap > 0

export async function requestCode(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  sent: { phone: string; botCheck: string },
): Promise<SentCode> {
  const call = { company_phone: phoneToCall(page) }
  const phone = supportedPhone(sent.phone)
  if (phone === null) throw new Refusal("phone_not_supported", { field: "phone", details: call })
  if (page.sms_phone === null || !context.texts) throw new Refusal("texts_unavailable", { details: call })
  if (page.public_daily_code_cap === 0) throw new Refusal("codes_stopped", { details: call })
  await passBotCheck(context.db, context.botCheck!, visitor, sent.botCheck)
  return issueCode(context, page, visitor, { phone, from: page.sms_phone })
}

async function issueCode(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  { phone, from }: { phone: string; from: string },
): Promise<SentCode> {
  const { companyId } = page
  const { now } = visitor
  const keys: LedgerKeys = {
    companyId,
    interface: "public_page",
    phone: context.sealer.hashes(phone, limitFor(companyId, "code-limit:phone")),
    network: context.sealer.hashes(
      networkOf(visitor.clientAddress),
      limitFor(companyId, "code-limit:network"),
    ),
  }
  const id = randomToken(context.random)
  const code = codeDigits(context.random)
  const expiresAt = now + codeMinutes * msPerMinute
  const boundTo = associatedData.code(companyId, id)
  return write(context, publicCall(companyId, visitor, null), "request_code", async (tx) => {
    await lockLedger(tx, keys)
    const waitSeconds = codeWaitSeconds(await codesSent(tx, keys, page.public_daily_code_cap, now), now)
    if (waitSeconds !== null) {
      const details = { company_phone: phoneToCall(page) }
      throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds, details })
    }
    await enterCode(tx, keys, now)
    const issued = {
      id,
      phoneSealed: context.sealer.seal(phone, boundTo),
      phoneHash: context.sealer.phoneHash(companyId, phone),
      codeHash: context.sealer.hashes(code, boundTo)[0]!,
      expiresAt,
    }
    await insertCode(tx, companyId, issued, now)
    const body = codeText(visitor.locale, page.name, code)
    await enqueueText(
      tx,
      context.sealer,
      companyId,
      { purpose: "code", from, to: phone, body, goodUntil: expiresAt },
      now,
    )
    return { result: { verificationId: id, expiresAt, resendAfterSeconds }, targetId: null, fields: [] }
  })
}
