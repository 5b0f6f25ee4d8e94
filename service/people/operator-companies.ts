/** The operator's work on the page in the browser: lists companies, makes one with its first admin, and invites again. */
import type { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import type { invitedView, operatedCompanies, operatedCompanyInput } from "../../domain/model/operator.ts"
import { firstTestCompanyId, isTestCompany } from "../../domain/model/test-company.ts"
import type { User } from "../../domain/model/user.ts"
import { iso } from "../../domain/model/views.ts"
import { secondsPerHour } from "../../domain/time/units.ts"
import { enterCompany } from "../company/change-company.ts"
import { type ListedCompany, listNewestCompanies, lockCompany } from "../company/companies.sql.ts"
import { appendAudit } from "../platform/audit.sql.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import { listOperatorAccess, type OperatorAccess } from "./operator-access.sql.ts"
import { mailResetLink } from "./reset-links.ts"
import { insertUser, listUsers } from "./users.sql.ts"

/** The operator's session, and the request that it makes. */
export interface OperatorCall extends AnonymousRequest {
  sessionId: number
}

const companiesAPage = 20
const shownAccess = 10
const readUsers = 100
const shownAdmins = 5

export async function listOperated(
  { db }: AppContext,
  { sessionId, now }: OperatorCall,
  beforeId = firstTestCompanyId,
): Promise<z.input<typeof operatedCompanies>> {
  const page = { beforeId: Math.min(beforeId, firstTestCompanyId), limit: companiesAPage + 1 }
  const [rows, access] = await Promise.all([
    listNewestCompanies(db, page),
    listOperatorAccess(db, now, shownAccess),
  ])
  const shown = rows.slice(0, companiesAPage)
  const companies = await Promise.all(
    shown.map(async (company) => {
      const users = await listUsers(db, company.id, { afterId: 0, limit: readUsers, active: true })
      return showCompany(company, users)
    }),
  )
  return {
    companies,
    next_before_id: rows.length > companiesAPage ? shown.at(-1)!.id : null,
    access: access.map((each) => showAccess(each, sessionId)),
  }
}

const showCompany = (company: ListedCompany, users: readonly User[]) => ({
  id: company.id,
  name: company.name,
  timezone: company.timezone,
  public_slug: company.publicSlug,
  created_at: iso(company.createdAt),
  unproven: company.isUnproven,
  admins: users
    .filter(({ role }) => role === "admin")
    .slice(0, shownAdmins)
    .map(({ id, name, email, password_set }) => ({ id, name, email, joined: password_set })),
})

const showAccess = (access: OperatorAccess, sessionId: number) => ({
  id: access.id,
  made_at: iso(access.madeAt),
  ends_at: iso(access.endsAt),
  opened_at: access.openedAt && iso(access.openedAt),
  opened_from: access.openedFrom,
  open: access.isOpen,
  current: access.id === sessionId,
})

type NewCompany = z.output<typeof operatedCompanyInput>
type Invited = z.input<typeof invitedView>

const writesAnHour = 120

async function limitWrites({ db }: AppContext, { sessionId, now }: OperatorCall): Promise<void> {
  const key = `operator_write:${sessionId}`
  refuseWithout(await takeToken(db, { key, limit: writesAnHour, windowSeconds: secondsPerHour, now }))
}

/** A live company with an admin who has no password yet, and the link by which they choose one. Throws `slug_taken`. */
export async function makeCompany(
  context: AppContext,
  call: OperatorCall,
  { admin, ...company }: NewCompany,
): Promise<Invited> {
  await limitWrites(context, call)
  const { now } = call
  return audited(context.db, now, async (tx) => {
    const companyId = await enterCompany(tx, { ...company, mode: "live", phone: null }, now)
    const fields = ["name", "timezone", "public_slug"]
    audit(tx, call, { companyId, operation: "open_company", targetId: companyId, fields })
    const user = await openAdmin(tx, call, companyId, admin)
    return invite(context, tx, call, companyId, user)
  })
}

/**
 * Invites an admin: a new one, or the one of this email, who gets a new link. For a company whose people all lost their
 * way in. Throws `not_found` for an unknown company.
 */
export async function inviteAdmin(
  context: AppContext,
  call: OperatorCall,
  { id: companyId, ...admin }: { id: number; name: string; email: string },
): Promise<Invited> {
  await limitWrites(context, call)
  return audited(context.db, call.now, async (tx) => {
    if (isTestCompany(companyId) || !(await lockCompany(tx, companyId))) throw notFound("company")
    const known = await findAdmin(tx, companyId, admin.email)
    return invite(context, tx, call, companyId, known ?? (await openAdmin(tx, call, companyId, admin)))
  })
}

/** Null without an active admin of the email. Another user who has it is in the way: `email_taken`. */
async function findAdmin(tx: Tx, companyId: number, email: string): Promise<User | null> {
  for (let afterId = 0; ; ) {
    const users = await listUsers(tx, companyId, { afterId, limit: readUsers, active: true })
    const known = users.find((user) => user.email === email && user.role === "admin")
    if (known || users.length < readUsers) return known ?? null
    afterId = users.at(-1)!.id
  }
}

async function openAdmin(
  tx: Tx,
  call: OperatorCall,
  companyId: number,
  admin: { name: string; email: string },
): Promise<User> {
  const user = await insertUser(tx, companyId, { ...admin, role: "admin" }, null, call.now)
  audit(tx, call, { companyId, operation: "open_user", targetId: user.id, fields: ["email", "name", "role"] })
  return user
}

async function invite(
  context: AppContext,
  tx: Tx,
  call: OperatorCall,
  companyId: number,
  user: User,
): Promise<Invited> {
  const { url, expiresAt, mailed } = await mailResetLink(tx, context, { companyId, user, now: call.now })
  audit(tx, call, { companyId, operation: "create_reset_link", targetId: user.id, fields: ["password"] })
  const link = { url, expires_at: iso(new Date(expiresAt)), mailed }
  return { company_id: companyId, email: user.email, link }
}

/** The company sees what the operator did. */
function audit(
  tx: Tx,
  { requestId, now }: OperatorCall,
  entry: { companyId: number; operation: string; targetId: number; fields: string[] },
): void {
  appendAudit(tx, { ...entry, actor: { kind: "system" }, requestId, now })
}
