/** Takes what a mail server reports later of a mail: that it did not arrive, or that its reader took it for spam. */

import type { MailReport } from "../../domain/model/received-mail.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { isAboutAddress, readMark } from "../../domain/rules/mails/mail-marks.ts"
import { setEmailState } from "../customers/customers.sql.ts"
import { lockText, writeReport } from "../outbox/texts.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { isMarkOf } from "./composed.ts"

/** Nothing is kept of a report about a mail that is not known. */
export async function takeMailReport(host: AppContext, report: MailReport): Promise<void> {
  const ids = readMark(report.mark)
  if (ids === null || !isMarkOf(host.sealer, "mail", ids.companyId, ids.mailId, report.mark)) return
  const { companyId, mailId: id } = ids
  const context = await contextOf(host, companyId)
  await context.db.transaction(async (tx) => {
    const row = await lockText(tx, companyId, id)
    if (row?.channel !== "mail" || row.email_sealed === null) return
    const email = context.sealer.open(row.email_sealed, associatedData.text(companyId, id))
    if (report.kind === "complained") {
      if (row.customer_id !== null)
        await setEmailState(tx, companyId, row.customer_id, { email, state: "refused" })
      return
    }
    const error = `dsn_${report.status}`
    const carrierId = row.carrier_id ?? "reported"
    await writeReport(
      tx,
      companyId,
      { id, carrierId, status: row.status, delivery: "undelivered", error },
      context.clock.now(),
    )
    if (isAboutAddress(report.status) && row.customer_id !== null)
      await setEmailState(tx, companyId, row.customer_id, { email, state: "unreachable" })
  })
}
