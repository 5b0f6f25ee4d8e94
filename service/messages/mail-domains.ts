/** The domains that a company's mails may come from: named, proven by a record in DNS, and given up. */
import { z } from "zod"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import {
  mailDomainInput,
  mailDomainView,
  mostMailDomains,
  proofRecordOf,
  showMailDomain,
} from "../../domain/model/mail-domain.ts"
import { pageById } from "../../domain/model/paging.ts"
import { whyNotOwn } from "../../domain/rules/mails/company-domain.ts"
import { maySendFrom } from "../../domain/rules/mails/own-sender.ts"
import { lockCompany } from "../company/companies.sql.ts"
import * as store from "../company/mail-domains.sql.ts"
import { newDomainToken, writeProof } from "../company/prove-mail-domain.ts"
import { adminOnly, found, listOperation, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"

const notOwn =
  "expected a domain of your own: no public ending, no public mail provider's and no address of a machine"

const common = { noun: "Mail domains", roles: adminOnly, result: mailDomainView }

export const createMailDomain = operation({
  ...common,
  name: "create_mail_domain",
  refusals: ["too_many_records"],
  summary: "Name a domain that mails shall come from",
  description:
    "Answers the TXT record that proves it. Named again, it answers the same. Public endings such as `co.uk` and public mail providers' " +
    "domains are no company's. A company has at most 10: then 409 `too_many_records`.",
  body: mailDomainInput,
  status: 201,
  async run(context, call, { domain }) {
    if (whyNotOwn(domain) !== null) throw invalid("domain", notOwn)
    return write(context, call, "create_mail_domain", async (tx) => {
      await lockCompany(tx, call.companyId)
      const present = await store.listAllMailDomains(tx, call.companyId)
      const same = present.find((row) => row.domain === domain)
      if (!same && present.length >= mostMailDomains)
        throw new Refusal("too_many_records", { details: { most: mostMailDomains } })
      const token = newDomainToken(context)
      const row = same ?? (await store.insertMailDomain(tx, call.companyId, { domain, token }, call.now))
      return { result: showMailDomain(row), targetId: row.id, fields: same ? [] : ["domain"] }
    })
  },
})

export const listMailDomains = listOperation({
  ...common,
  name: "list_mail_domains",
  summary: "List the domains that mails may come from",
  query: z.strictObject(page),
  run: (context, { companyId }, asked) =>
    pageById(asked, (span) => store.listMailDomains(context.db, companyId, span), showMailDomain),
})

export const checkMailDomain = operation({
  ...common,
  name: "check_mail_domain",
  summary: "Ask DNS whether a domain is proven",
  description:
    "The answer says what holds then. A record that was just made may take some minutes until name servers tell it. A proven domain " +
    "is asked about every day; its proof ends when the record has been missing for three days.",
  params: byId,
  async run(context, call, { id }) {
    const { companyId, now } = call
    const asked = found(await store.findMailDomain(context.db, companyId, id), notFound("mail domain"))
    const texts = await context.readDomainTexts(proofRecordOf(asked).name)
    return write(context, call, "check_mail_domain", async (tx) => {
      await lockCompany(tx, companyId)
      const row = found(await store.findMailDomain(tx, companyId, id), notFound("mail domain"))
      const checked = await writeProof(tx, companyId, row, texts, now)
      return { result: showMailDomain(checked), targetId: id, fields: ["proven_by"] }
    })
  },
})

export const deleteMailDomain = operation({
  ...common,
  name: "delete_mail_domain",
  summary: "Give up a domain",
  description: "Refused while the company's mails come from an address in it.",
  params: byId,
  async run(context, call, { id }) {
    const { companyId } = call
    return write(context, call, "delete_mail_domain", async (tx) => {
      const company = found(await lockCompany(tx, companyId), notFound("company"))
      const row = found(await store.findMailDomain(tx, companyId, id), notFound("mail domain"))
      const others = (await store.listAllMailDomains(tx, companyId)).filter((other) => other.id !== id)
      if (company.mail_from !== null && !maySendFrom(company.mail_from, others))
        throw invalid("id", "expected a domain that your mails do not come from")
      await store.deleteMailDomain(tx, companyId, id)
      return { result: showMailDomain(row), targetId: id, fields: ["domain"] }
    })
  },
})
