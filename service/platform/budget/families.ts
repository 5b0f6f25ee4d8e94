/**
 * The families that answer for a company's calls. A test company has none of its own: the company that made it answers, so that
 * test companies multiply no limit. One that the operator made answers for itself.
 */

import { isTestCompany } from "../../../domain/model/test-company.ts"
import { findMaker } from "../../test-companies/test-companies.sql.ts"
import type { AppContext } from "../context.ts"
import { type Budget, companyFamily, type Family, longFamily, visitorsFamily } from "./budget.ts"

/** The part of the context that finds families. */
type Context = Pick<AppContext, "db" | "budget">

/** A maker never changes, so each is looked up once for each process. The most that are remembered. */
const mostKept = 10_000
const makers = new WeakMap<Budget, Map<number, number>>()

/** The company whose limits hold for the company's calls. */
export async function answeringCompany({ db, budget }: Context, companyId: number): Promise<number> {
  if (!isTestCompany(companyId)) return companyId
  const known = makers.get(budget) ?? new Map<number, number>()
  makers.set(budget, known)
  const kept = known.get(companyId)
  if (kept !== undefined) return kept
  const maker = (await findMaker(db, companyId)) ?? companyId
  if (known.size >= mostKept) known.clear()
  known.set(companyId, maker)
  return maker
}

/** The family of the company's keys and users. */
export const familyOf = async (context: Context, companyId: number): Promise<Family> =>
  companyFamily(await answeringCompany(context, companyId))

/** The company's calls that may take long. */
export const longFamilyOf = async (context: Context, companyId: number): Promise<Family> =>
  longFamily(await answeringCompany(context, companyId))

/** The visitors of the company's pages. Only its own people see a test company's, so the company that made it answers. */
export const visitorsOf = async (context: Context, companyId: number): Promise<Family> =>
  isTestCompany(companyId) ? familyOf(context, companyId) : visitorsFamily(companyId)
