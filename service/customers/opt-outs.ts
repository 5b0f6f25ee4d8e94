/** Numbers that may not be texted or called any more, and what was said of a number so far. */
import { z } from "zod"
import { consentChannel, consentLogView, optOutView } from "../../domain/model/contact.ts"
import { page, phone } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { iso } from "../../domain/model/views.ts"
import { isFinal } from "../../domain/rules/texts/consent.ts"
import { type Call, type ListContext, listOperation, staff } from "../platform/operation.ts"
import { findNewestConsent } from "./contacts.sql.ts"
import { listConsentsOf, listHolders, listOptOuts as listStored, type OptOut } from "./opt-outs.sql.ts"

const common = { noun: "Contacts", roles: staff }

const beforeId = (cursor: string | undefined): number =>
  (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER

export const listOptOuts = listOperation({
  ...common,
  name: "list_opt_outs",
  summary: "List opt-outs",
  description:
    "Numbers whose newest word on a channel is a revocation, the newest first, with its source. Record a grant to lift one; " +
    "one with `needs_start` only after the number itself replied START.",
  query: z.strictObject({ ...page, channel: consentChannel.optional() }),
  result: optOutView,
  async run(context, call, { limit = defaultLimit, cursor, channel }) {
    const span = { beforeId: beforeId(cursor), limit: limit + 1, channel: channel ?? null }
    const stored = await listStored(context.db, call.companyId, span)
    const { rows, next_cursor } = pageOf(stored, limit, ({ id }) => [id])
    return { rows: await showOptOuts(context, call, rows), next_cursor }
  },
})

/** The number is shown only while it is a customer's, since opt-outs are kept after an erasure. */
async function showOptOuts(
  { db, sealer }: ListContext,
  { companyId }: Call,
  stored: readonly OptOut[],
): Promise<z.input<typeof optOutView>[]> {
  const opened = stored.map((optOut) => {
    const boundTo = associatedData.consent(companyId, optOut.phone_hash)
    return { optOut, number: sealer.open(optOut.phone_sealed, boundTo) }
  })
  // While the host's keys rotate, a later word on the number may lie under another hash.
  const newest = await Promise.all(
    opened.map(({ number, optOut }) =>
      findNewestConsent(db, companyId, sealer.phoneHashes(companyId, number), optOut.channel),
    ),
  )
  const numbers = opened.map(({ number }) => number)
  const holders = Map.groupBy(await listHolders(db, companyId, numbers), (holder) => holder.phone)
  return opened
    .filter((_, index) => newest[index]?.event === "revoked")
    .map(({ optOut: { id, channel, source, at }, number }) => {
      const customers = holders.get(number) ?? []
      return {
        id,
        channel,
        source,
        at: iso(at),
        needs_start: isFinal({ event: "revoked", source }),
        phone: customers.length === 0 ? null : number,
        customers: customers.map(({ phone: _, ...customer }) => customer),
      }
    })
}

export const listConsents = listOperation({
  ...common,
  name: "list_consents",
  summary: "List what was said of a number",
  description:
    "Every consent and revocation of the number, the newest first. The newest of a channel counts.",
  query: z.strictObject({ ...page, phone }),
  result: consentLogView,
  async run({ db, sealer }, { companyId }, { limit = defaultLimit, cursor, phone: number }) {
    const span = { beforeId: beforeId(cursor), limit: limit + 1 }
    const rows = await listConsentsOf(db, companyId, sealer.phoneHashes(companyId, number), span)
    const shown = pageOf(rows, limit, ({ id }) => [id])
    return {
      ...shown,
      rows: shown.rows.map((consent) => ({ ...consent, at: iso(consent.at), needs_start: isFinal(consent) })),
    }
  },
})
