/** The messages and calls that would have left the host for a test company's customers. */
import { z } from "zod"
import { page } from "../../domain/model/fields.ts"
import type { KeptMail } from "../../domain/model/mail.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { outboxView } from "../../domain/model/test-company.ts"
import { staffMailPurposes, type TextRow, textPurposes } from "../../domain/model/text-message.ts"
import { iso } from "../../domain/model/views.ts"
import { listOutbox } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { listOperation, staff } from "../platform/operation.ts"
import { testClockOf } from "./move-clock.ts"

const purposes = [...textPurposes, ...staffMailPurposes] as const
const purpose = z.enum(purposes, { error: `expected one of ${purposes.join(", ")}` })

export const readTestOutbox = listOperation({
  noun: "Test companies",
  roles: staff,
  name: "read_test_outbox",
  refusals: ["test_company_needed"],
  summary: "Read a test company's outbox",
  description:
    "Texts, calls and mails that would have gone out, codes included, newest first, with those that were skipped and why. " +
    "What is still to go is not among them.",
  query: z.strictObject({ ...page, purpose: purpose.optional() }),
  result: outboxView,
  async run(context, { companyId }, { limit = defaultLimit, cursor, purpose: wanted }) {
    await testClockOf(context, companyId)
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER
    const span = { beforeId, limit: limit + 1, purpose: wanted ?? null }
    const { rows, next_cursor } = pageOf(await listOutbox(context.db, companyId, span), limit, ({ id }) => [
      id,
    ])
    return { rows: rows.map((row) => shown(context, companyId, row)), next_cursor }
  },
})

function shown(
  { sealer }: Pick<AppContext, "sealer">,
  companyId: number,
  row: TextRow,
): z.input<typeof outboxView> {
  const boundTo = associatedData.text(companyId, row.id)
  const words = row.body_sealed && sealer.open(row.body_sealed, boundTo)
  const isCall = row.channel === "voice"
  const mail = row.channel === "mail" && words !== null ? (JSON.parse(words) as KeptMail) : null
  const to = row.phone_sealed ?? row.email_sealed
  return {
    id: row.id,
    channel: row.channel,
    purpose: row.purpose,
    status: row.status as "sent" | "skipped" | "failed",
    reason: row.last_error,
    from: row.from_phone ?? row.from_email,
    to: to && sealer.open(to, boundTo),
    subject: mail?.subject ?? null,
    body: isCall ? null : mail ? mail.text : words,
    variables: isCall && words !== null ? JSON.parse(words) : null,
    customer_id: row.customer_id,
    appointment_id: row.appointment_id,
    at: iso(row.sent_at ?? row.created_at),
  }
}
