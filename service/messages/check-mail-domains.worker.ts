/** Asks DNS once a day whether the domains that it has proven are still their companies'. */
import { proofRecordOf } from "../../domain/model/mail-domain.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { findMailDomain, listToCheckAgain } from "../company/mail-domains.sql.ts"
import { writeProof } from "../company/prove-mail-domain.ts"
import { writeAudit } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"

/** In one look. */
const most = 100

/**
 * Checks the domains of live companies. A domain that DNS says nothing of, since no name server answers, waits for the next
 * day too.
 */
export async function checkMailDomains(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const due = await listToCheckAgain(context.db, new Date(now - msPerDay), most)
  await forEachPart(context, "check-mail-domains", due, async ({ companyId, id }) => {
    const asked = await findMailDomain(context.db, companyId, id)
    if (asked === null) return
    const texts = await context.readDomainTexts(proofRecordOf(asked).name)
    const hasEnded = await context.db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      const row = await findMailDomain(tx, companyId, id)
      if (row?.proven_by !== "dns") return false
      return (await writeProof(tx, companyId, row, texts, now)).proven_by === null
    })
    if (!hasEnded) return
    const actor = { kind: "system" } as const
    const entry = { companyId, actor, requestId: "worker", operation: "check_mail_domain", targetId: id }
    await writeAudit(context.db, now, [{ ...entry, fields: ["proven_by"] }])
  })
}
