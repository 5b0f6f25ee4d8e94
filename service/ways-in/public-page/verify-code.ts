/** The right code proves the number, and opens a visit of half an hour. */

import { tokenHash } from "../../../domain/model/link-token.ts"
import type { PublicPage } from "../../../domain/model/public-page.ts"
import { visitMinutes } from "../../../domain/model/public-page.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { findIdentified } from "../../customers/contacts.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import type { Visitor } from "./admit.ts"
import { randomToken, refuseUnlessRight, verdictOn } from "./codes.ts"
import { type CodeRow, lockCode, verificationCodes } from "./texted-codes.sql.ts"
import { insertVerifiedVisit, nextVerifiedVisitId } from "./verified-visits.sql.ts"

/** Returns the visit's token, of which only the hash is kept. Throws `wrong_code` or `code_expired`. */
export async function verifyCode(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  { verificationId, code }: { verificationId: string; code: string },
): Promise<string> {
  const { companyId } = page
  const hashes = context.sealer.hashes(code, associatedData.code(companyId, verificationId))
  const token = randomToken(context.random)
  // A wrong try is counted though it is refused, so the refusal is thrown when the transaction is over.
  const verdict = await context.db.transaction(async (tx) => {
    const row = await lockCode(tx, companyId, verificationId)
    const verdict = verdictOn(row, hashes, visitor.now)
    if (verdict === "right") await openVisit(context, tx, { page, visitor, verificationId, row: row!, token })
    else if (row) await verificationCodes.countWrongTry(tx, companyId, verificationId)
    return verdict
  })
  refuseUnlessRight(verdict)
  return token
}

interface Opening {
  page: PublicPage
  visitor: Visitor
  verificationId: string
  row: CodeRow
  token: string
}

async function openVisit(
  context: AppContext,
  tx: Tx,
  { page: { companyId }, visitor: { now }, verificationId, row, token }: Opening,
): Promise<void> {
  await verificationCodes.markUsed(tx, companyId, verificationId, now)
  const phone = context.sealer.open(row.phone_sealed, associatedData.code(companyId, verificationId))
  const id = await nextVerifiedVisitId(tx)
  const visit = {
    id,
    tokenHash: tokenHash(token),
    phoneSealed: context.sealer.seal(phone, associatedData.visit(companyId, id)),
    phoneHash: context.sealer.phoneHash(companyId, phone),
    customerId: await findIdentified(tx, companyId, phone),
    expiresAt: now + visitMinutes * msPerMinute,
  }
  await insertVerifiedVisit(tx, companyId, visit, now)
}
