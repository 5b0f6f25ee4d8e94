/**
 * Texts a code to a number. Nothing here asks whether the number is known, so that nothing can tell. The text goes
 * through the queue: no carrier's slowness shows.
 */
import { enqueueText } from "../../changes/enqueue-text.ts"
import { Refusal } from "../../model/errors.ts"
import { type PublicPage, phoneToCall } from "../../model/public-page.ts"
import { codeMinutes, resendAfterSeconds } from "../../model/verification.ts"
import { BotCheckUnavailable } from "../../ports.ts"
import { codeWaitSeconds } from "../../rules/code-limits.ts"
import { codeText } from "../../rules/code-text.ts"
import { networkOf } from "../../rules/network-address.ts"
import { supportedPhone } from "../../rules/supported-phone.ts"
import { codesSent, enterCode, holdLedger, type LedgerKeys } from "../../store/code-ledger.ts"
import { useSolution } from "../../store/used-solutions.ts"
import { insertCode } from "../../store/verification-codes.ts"
import { codeDigits, randomToken } from "../drawn-secrets.ts"
import type { House } from "../house.ts"
import { write } from "../write.ts"
import { codePlace } from "./sealed-places.ts"
import { publicCall, type Visitor } from "./visitor.ts"

export interface SentCode {
  verificationId: string
  /** Epoch milliseconds. */
  expiresAt: number
  resendAfterSeconds: number
}

export async function requestCode(
  house: House,
  page: PublicPage,
  visitor: Visitor,
  sent: { phone: string; botCheck: string },
): Promise<SentCode> {
  const call = { company_phone: phoneToCall(page) }
  const phone = supportedPhone(sent.phone)
  if (phone === null) throw new Refusal("phone_not_supported", { field: "phone", details: call })
  if (page.sms_phone === null || !house.texts) throw new Refusal("texts_unavailable", { details: call })
  if (page.public_daily_code_cap === 0) throw new Refusal("codes_stopped", { details: call })
  await passBotCheck(house, visitor, sent.botCheck)
  return issueCode(house, page, visitor, { phone, from: page.sms_phone })
}

async function passBotCheck(house: House, visitor: Visitor, answer: string): Promise<void> {
  const check = house.botCheck!
  const verdict = await check.judge(answer, visitor).catch((error: unknown) => {
    if (error instanceof BotCheckUnavailable) throw new Refusal("busy", { retryAfterSeconds: 5 })
    throw error
  })
  if (!verdict.passed) throw new Refusal("bot_check_failed", { field: "botCheck" })
  const { once } = verdict
  if (once && !(await useSolution(house.db, once.key, once.expiresAt))) {
    throw new Refusal("bot_check_failed", { field: "botCheck" })
  }
}

async function issueCode(
  house: House,
  page: PublicPage,
  visitor: Visitor,
  { phone, from }: { phone: string; from: string },
): Promise<SentCode> {
  const { companyId } = page
  const { now } = visitor
  const keys: LedgerKeys = {
    companyId,
    door: "public_page",
    phone: house.sealer.hashes(phone, "code-limit:phone"),
    network: house.sealer.hashes(networkOf(visitor.address), "code-limit:network"),
  }
  const id = randomToken(house.random)
  const code = codeDigits(house.random)
  const expiresAt = now + codeMinutes * 60_000
  const sealedAt = codePlace(companyId, id)
  return write(house, publicCall(companyId, visitor, null), "request_code", async (tx) => {
    await holdLedger(tx, keys)
    const waitSeconds = codeWaitSeconds(await codesSent(tx, keys, page.public_daily_code_cap, now), now)
    if (waitSeconds !== null) {
      const details = { company_phone: phoneToCall(page) }
      throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds, details })
    }
    await enterCode(tx, keys, now)
    const issued = {
      id,
      phoneSealed: house.sealer.seal(phone, sealedAt),
      phoneHash: house.sealer.phoneHash(companyId, phone),
      codeHash: house.sealer.hashes(code, sealedAt)[0]!,
      expiresAt,
    }
    await insertCode(tx, companyId, issued, now)
    const body = codeText(visitor.locale, page.name, code)
    await enqueueText(
      tx,
      house.sealer,
      companyId,
      { purpose: "code", from, to: phone, body, goodUntil: expiresAt },
      now,
    )
    return { result: { verificationId: id, expiresAt, resendAfterSeconds }, targetId: null, fields: [] }
  })
}
