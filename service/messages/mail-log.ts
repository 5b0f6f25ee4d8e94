/** The log of mails: what went to customers, what waits, and why something did not go. Their words are not kept. */

import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, idText, instant, page } from "../../domain/model/fields.ts"
import {
  type LoggedMail,
  mailPreviewInput,
  mailPreviewView,
  mailPurposes,
  mailShown,
  mailView,
} from "../../domain/model/mail.ts"
import { type CursorKey, decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { textOutcomes } from "../../domain/model/text-message.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { sampleMail } from "../../domain/rules/mails/sample-mail.ts"
import { listAllChannels } from "../company/channels.sql.ts"
import { findCompany } from "../company/companies.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks } from "../platform/links.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { findLoggedMail, listMailLog } from "./mail-log.sql.ts"
import { listDueTimes } from "./text-log.sql.ts"

const common = { noun: "Mails", roles: staff, result: mailView }

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `expected one of ${words.join(", ")}` })

export const listMails = listOperation({
  ...common,
  name: "list_mails",
  summary: "List mails",
  description:
    "Mails to customers and to the company's own people, the newest first: those that wait, those that went, and why the others did not. They are kept for 30 " +
    "days, their words never.",
  query: z.strictObject({
    ...page,
    outcome: oneOf(textOutcomes).optional(),
    purpose: oneOf(mailPurposes).optional(),
    customer_id: idText.optional(),
    from: instant.optional().meta({ description: "Queued at this time or later." }),
    to: instant.optional().meta({ description: "Queued before this time." }),
  }),
  async run(context, { companyId }, { limit = defaultLimit, cursor, ...asked }) {
    const rows = await listMailLog(context.db, companyId, {
      outcome: asked.outcome ?? null,
      purpose: asked.purpose ?? null,
      customerId: asked.customer_id ?? null,
      from: asked.from === undefined ? null : new Date(asked.from),
      to: asked.to === undefined ? null : new Date(asked.to),
      before: beforeOf(decodeCursor(cursor, ["instant", "number"])),
      limit: limit + 1,
    })
    const shown = pageOf(rows, limit, ({ created_at, id }) => [created_at.getTime(), id])
    return { ...shown, rows: await showMails(context, companyId, shown.rows) }
  },
})

const beforeOf = (key: CursorKey | null) =>
  key && { createdAt: new Date(key[0] as number), id: key[1] as number }

export const readMail = operation({
  ...common,
  name: "read_mail",
  summary: "Read a mail",
  params: byId,
  async run(context, { companyId }, { id }) {
    const mail = found(await findLoggedMail(context.db, companyId, id), notFound("mail"))
    const [shown] = await showMails(context, companyId, [mail])
    return shown!
  },
})

export const previewMail = operation({
  noun: "Mails",
  roles: staff,
  name: "preview_mail",
  readsOnly: true,
  summary: "Preview a mail",
  description:
    "The mail about a made-up appointment, by the function that writes mails. Nothing is saved or sent, and its link opens " +
    "nothing.",
  body: mailPreviewInput,
  result: mailPreviewView,
  refusals: ["booking_links_not_set_up"],
  async run(context, call, { purpose, locale }) {
    const company = (await findCompany(context.db, call.companyId))!
    const channels = await listAllChannels(context.db, call.companyId)
    const sample = {
      name: company.name,
      timezone: company.timezone,
      accentColor: company.accent_color,
      callPhone: channels.find(({ kind }) => kind === "voice")?.phone ?? company.phone,
      bookUrl: givesLinks(context, company) ? context.bookUrl : null,
    }
    const content = sampleMail(purpose, locale ?? company.locale, sample, call.now)
    if (content === null) throw new Refusal("booking_links_not_set_up")
    return {
      from: context.mails && (company.mail_from ?? context.mails.from),
      reply_to: company.mail_reply_to,
      subject: content.subject,
      text: mailText(content),
      html: mailHtml(content),
    }
  },
})

async function showMails(
  { db, sealer }: { db: Db; sealer: AppContext["sealer"] },
  companyId: number,
  mails: readonly LoggedMail[],
): Promise<z.input<typeof mailView>[]> {
  const waiting = mails.filter(({ outcome }) => outcome === "waiting").map(({ id }) => id)
  const dueTimes = waiting.length === 0 ? null : await listDueTimes(db, companyId, waiting)
  return mails.map((mail) => {
    const { id, email_sealed: sealed } = mail
    const address = sealed === null ? null : sealer.open(sealed, associatedData.text(companyId, id))
    return mailShown(mail, { address, dueAt: dueTimes?.get(id) ?? null })
  })
}
