/** The log of texts: what went to customers, what waits, and why something did not go. Their words are not kept. */
import { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText, instant, page, phone } from "../../domain/model/fields.ts"
import { type CursorKey, decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import {
  type LoggedText,
  textOutcomes,
  textPurposes,
  textShown,
  textView,
} from "../../domain/model/text-message.ts"
import type { AppContext } from "../platform/context.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { findLoggedText, listDueTimes, listTextLog } from "./text-log.sql.ts"

const common = { noun: "Texts", roles: staff, result: textView }

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `expected one of ${words.join(", ")}` })

export const listTexts = listOperation({
  ...common,
  name: "list_texts",
  summary: "List texts",
  description:
    "Texts to customers and calls of outreach, the newest first: those that wait, those that went, and why the others did " +
    "not. They are kept for 30 days, their words until they have gone.",
  query: z.strictObject({
    ...page,
    outcome: oneOf(textOutcomes).optional(),
    purpose: oneOf(textPurposes).optional(),
    customer_id: idText.optional(),
    phone: phone.optional().meta({ description: "The number that they went to." }),
    from: instant.optional().meta({ description: "Queued at this time or later." }),
    to: instant.optional().meta({ description: "Queued before this time." }),
  }),
  async run({ db, sealer }, { companyId }, { limit = defaultLimit, cursor, ...asked }) {
    const rows = await listTextLog(db, companyId, {
      outcome: asked.outcome ?? null,
      purpose: asked.purpose ?? null,
      customerId: asked.customer_id ?? null,
      phoneHashes: asked.phone === undefined ? null : sealer.phoneHashes(companyId, asked.phone),
      from: asked.from === undefined ? null : new Date(asked.from),
      to: asked.to === undefined ? null : new Date(asked.to),
      before: beforeOf(decodeCursor(cursor, ["instant", "number"])),
      limit: limit + 1,
    })
    const shown = pageOf(rows, limit, ({ created_at, id }) => [created_at.getTime(), id])
    return { ...shown, rows: await showTexts({ db, sealer }, companyId, shown.rows) }
  },
})

const beforeOf = (key: CursorKey | null) =>
  key && { createdAt: new Date(key[0] as number), id: key[1] as number }

export const readText = operation({
  ...common,
  name: "read_text",
  summary: "Read a text",
  params: byId,
  async run(context, { companyId }, { id }) {
    const text = found(await findLoggedText(context.db, companyId, id), notFound("text"))
    const [shown] = await showTexts(context, companyId, [text])
    return shown!
  },
})

async function showTexts(
  { db, sealer }: { db: Db; sealer: AppContext["sealer"] },
  companyId: number,
  texts: readonly LoggedText[],
): Promise<z.input<typeof textView>[]> {
  const waiting = texts.filter(({ outcome }) => outcome === "waiting").map(({ id }) => id)
  const dueTimes = waiting.length === 0 ? null : await listDueTimes(db, companyId, waiting)
  return texts.map((text) => {
    const { id, phone_sealed: sealed } = text
    const number = sealed === null ? null : sealer.open(sealed, associatedData.text(companyId, id))
    return textShown(text, { phone: number, dueAt: dueTimes?.get(id) ?? null })
  })
}
