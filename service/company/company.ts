/** The company and its settings, its address on the customer host and its logo among them. */
import { createHash } from "node:crypto"
import { z } from "zod"
import { type Company, changedCompany, companyView, showCompany } from "../../domain/model/company.ts"
import { type CompanyPatch, companyPatch } from "../../domain/model/company-settings.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { embedOriginsProblem, logoImageOf } from "../../domain/rules/public-page/page-settings.ts"
import { enqueueWholeReports } from "../outbox/reports-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { claimEntry, releaseEntry } from "../platform/directory.sql.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { adminOnly, type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { write, writeAccess } from "../platform/write.ts"
import { listAllChannels } from "./channels.sql.ts"
import * as store from "./companies.sql.ts"
import { deleteLogos, replaceLogo } from "./companies.sql.ts"
import { redirectUri, refuseIssuer, setIdentityProvider } from "./identity-provider.ts"
import { findIdentityProvider } from "./identity-providers.sql.ts"
import { findMailServer } from "./mail-servers.sql.ts"
import { refuseMailServer, setOwnMail } from "./own-mail.ts"
import { retellPathOf, setRetellAccount } from "./set-retell-account.ts"

const common = { noun: "Company", roles: adminOnly, result: companyView }

export const readCompany = operation({
  ...common,
  name: "read_company",
  summary: "Read the company and its settings",
  roles: staff,
  async run(context, call) {
    const company = found(await store.findCompany(context.db, call.companyId), notFound("company"))
    return shown(context, context.db, company)
  },
})

export const updateCompany = operation({
  ...common,
  name: "update_company",
  refusals: ["embed_origin_invalid", "slug_taken"],
  summary: "Change the company's settings",
  description:
    "Fields sent are changed. A changed `public_slug` frees the old one at once; 409 `slug_taken` when another company has it.",
  body: companyPatch,
  async run(context, call, { if_version: ifVersion, ...patch }) {
    const problem = embedOriginsProblem(patch.embed_origins ?? [])
    if (problem !== null) {
      throw new Refusal("embed_origin_invalid", { field: "embed_origins", message: problem })
    }
    const { oidc } = patch.sign_in ?? {}
    if (oidc) await refuseIssuer(context, call.companyId, oidc)
    await refuseMailServer(context, call.companyId, patch.mail)
    return writeAccess(context, call, "update_company", async (tx) => {
      const present = found(await store.lockCompany(tx, call.companyId), notFound("company"))
      refuseOtherVersion(present, ifVersion)
      const wanted = changedCompany(present, patch)
      if (!isKeptElsewhere(patch) && differingFields(present, wanted).length === 0)
        return { result: await shown(context, tx, present), targetId: null, fields: [], isUnchanged: true }
      const changed = { ...wanted, ...(await nextOf(tx, call)) }
      if (changed.public_slug !== present.public_slug) await moveSlug(tx, present, changed.public_slug)
      await store.updateCompany(tx, changed, call.now)
      await setOwnMail(tx, context, call, { patch: patch.mail, from: changed.mail_from })
      if (changed.timezone !== present.timezone) enqueueWholeReports(tx, call.companyId)
      if (oidc !== undefined) await setIdentityProvider(tx, context, call, oidc)
      if (patch.agent?.retell !== undefined) await setRetellAccount(tx, context, call, patch.agent.retell)
      return { result: await shown(context, tx, changed), targetId: null, fields: Object.keys(patch) }
    })
  },
})

/** Claims before it frees: of two companies that want each other's slug, both are refused and none waits. */
async function moveSlug(tx: Tx, company: Company, slug: string | null): Promise<void> {
  if (slug !== null && !(await claimEntry(tx, "slug", slug, company.id, company.id))) {
    throw new Refusal("slug_taken", { field: "public_slug" })
  }
  if (company.public_slug !== null) await releaseEntry(tx, "slug", company.public_slug, company.id)
}

export const uploadLogo = operation({
  ...common,
  name: "upload_logo",
  summary: "Set the company's logo",
  description: "The body is the image itself: PNG, JPEG or WebP of at most 512 KB.",
  body: z.strictObject({ image: z.file({ error: "expected a PNG, JPEG or WebP image" }) }),
  async run(context, call, { image }) {
    const bytes = await image.bytes()
    const logoImage = logoImageOf(bytes)
    if (logoImage === null) throw invalid("image", "expected a PNG, JPEG or WebP image")
    const { contentType, width, height } = logoImage
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 32)
    const logo = { hash: `${call.companyId}-${digest}`, contentType, bytes }
    return write(context, call, "upload_logo", async (tx) => {
      const company = await lockedCompany(tx, call)
      const changed = { ...company, logo_hash: logo.hash, logo_width: width, logo_height: height }
      await replaceLogo(tx, call.companyId, logo)
      await store.updateCompany(tx, changed, call.now)
      return { result: await shown(context, tx, changed), targetId: null, fields: ["logo"] }
    })
  },
})

export const removeLogo = operation({
  ...common,
  name: "remove_logo",
  summary: "Remove the company's logo",
  async run(context, call) {
    return write(context, call, "remove_logo", async (tx) => {
      const company = await lockedCompany(tx, call)
      const changed = { ...company, logo_hash: null, logo_width: null, logo_height: null }
      await deleteLogos(tx, call.companyId)
      await store.updateCompany(tx, changed, call.now)
      return { result: await shown(context, tx, changed), targetId: null, fields: ["logo"] }
    })
  },
})

async function shown({ bookUrl, baseUrl, mails }: AppContext, db: Db, company: Company) {
  const channels = await listAllChannels(db, company.id)
  const provider = await findIdentityProvider(db, company.id)
  const identityProvider = provider && {
    issuer: provider.issuer,
    clientId: provider.clientId,
    redirectUri: baseUrl === null ? null : redirectUri(baseUrl, company.id),
  }
  const path = await retellPathOf(db, company.id)
  const retell = path === null ? null : { webhookUrl: baseUrl === null ? null : baseUrl + path }
  const mailFrom = mails?.from ?? null
  const mailServer = company.mail_from === null ? null : await findMailServer(db, company.id)
  return showCompany(company, { bookUrl, mailFrom, mailServer, channels, identityProvider, retell })
}

/** The company under its lock and its next version, to be changed. */
async function lockedCompany(tx: Tx, call: Call): Promise<Company> {
  const company = found(await store.lockCompany(tx, call.companyId), notFound("company"))
  return { ...company, ...(await nextOf(tx, call)) }
}

const nextOf = async (tx: Tx, { companyId, now }: Call) => ({
  version: await nextVersion(tx, "company", { companyId, id: companyId }),
  updated_at: new Date(now),
})

/** True for what stands beside the company's own row, and may hold a secret that is not compared. */
const isKeptElsewhere = ({ sign_in, agent, mail }: CompanyPatch): boolean =>
  sign_in?.oidc !== undefined || agent?.retell !== undefined || mail === null || mail?.smtp !== undefined
