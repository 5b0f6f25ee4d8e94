/** What would have left the host for a test company's customers. */
import { z } from "zod"
import { page } from "../../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../../domain/model/paging.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { outboxView } from "../../../domain/model/test-company.ts"
import { type TextRow, textPurposes } from "../../../domain/model/text-message.ts"
import { iso } from "../../../domain/model/views.ts"
import type { AppContext } from "../../context.ts"
import { listOutbox } from "../../store/texts.ts"
import { listOperation, staff } from "../operation.ts"
import { testClockOf } from "./move-clock.ts"

const purpose = z.enum(textPurposes, { error: `expected one of ${textPurposes.join(", ")}` })

export const readTestOutbox = listOperation({
  noun: "Test companies",
  roles: staff,
  name: "read_test_outbox",
  refusals: ["test_company_needed"],
  summary: "Read a test company's outbox",
  description:
    "Texts and calls that would have gone out, codes included, newest first, with those that were skipped and why. A text " +
    "that is still to go is not among them. The service sends no mail.",
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
  return {
    id: row.id,
    channel: row.channel,
    purpose: row.purpose,
    status: row.status as "sent" | "skipped" | "failed",
    reason: row.last_error,
    from: row.from_phone,
    to: row.phone_sealed && sealer.open(row.phone_sealed, boundTo),
    body: isCall ? null : words,
    variables: isCall && words !== null ? JSON.parse(words) : null,
    customer_id: row.customer_id,
    appointment_id: row.appointment_id,
    at: iso(row.sent_at ?? row.created_at),
  }
}
