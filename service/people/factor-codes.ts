/** Codes of the second factor: judged, and each counted once. */

import { tokenHash } from "../../domain/model/link-token.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { recoveryCodeCount } from "../../domain/model/sign-in.ts"
import { stepOfCode } from "../../domain/rules/sign-in/totp.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Random } from "../platform/ports.ts"
import * as store from "./second-factors.sql.ts"

/** True where this code, or recovery code, stands for the user's second factor now. It counts once. */
export async function judgeFactor(
  context: AppContext,
  companyId: number,
  userId: number,
  code: string,
  now: number,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const factor = await store.lockSecondFactor(tx, companyId, userId)
    return factor?.isConfirmed === true && takeCode(tx, context, companyId, userId, factor, code, now)
  })
}

/** The caller has locked the factor. A recovery code stands for a confirmed one only. */
export async function takeCode(
  tx: Tx,
  { sealer }: AppContext,
  companyId: number,
  userId: number,
  { sealed, isConfirmed, lastStep }: store.SecondFactor,
  code: string,
  now: number,
): Promise<boolean> {
  const secret = sealer.open(sealed, associatedData.secondFactor(companyId, userId))
  const step = stepOfCode(secret, code, now, lastStep)
  if (step === null) return isConfirmed && store.useRecoveryCode(tx, companyId, userId, tokenHash(code))
  await store.noteStep(tx, companyId, userId, step)
  return true
}

const recoveryAlphabet = "abcdefghijkmnpqrstuvwxyz23456789"

/** Replaces the user's recovery codes. Returns them as they are shown, once. */
export async function newRecoveryCodes(
  tx: Tx,
  random: Random,
  companyId: number,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    [...random.bytes(16)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]!).join(""),
  )
  await store.replaceRecoveryCodes(tx, companyId, userId, codes.map(tokenHash))
  return codes.map((code) => code.match(/.{4}/g)!.join("-"))
}
