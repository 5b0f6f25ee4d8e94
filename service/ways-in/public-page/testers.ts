/**
 * The testers who may use a test company's public page: its own people. A stranger could have codes kept in its outbox and
 * fill its days.
 */

import { Refusal } from "../../../domain/model/errors.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { answeringCompany } from "../../platform/budget/families.ts"
import type { AppContext } from "../../platform/context.ts"
import { isPass } from "./page-pass.ts"

/** The credential of a request to a page. */
export interface Shown {
  /** The pass that `makePass` made. */
  pass: string | null
  /** A key of the company, or of the company that made it. */
  key: string | null
  requestId: string
}

const closed = () =>
  new Refusal("unauthorized", {
    message: "This page is for testing. Send a key of the test company, or open the page from the console.",
  })

/** Throws 401 for a stranger's request to a test company's page. */
export async function refuseStrangers(host: AppContext, companyId: number, shown: Shown): Promise<void> {
  if (!isTestCompany(companyId)) return
  if (shown.pass !== null && isPass(host, companyId, shown.pass)) return
  if (shown.key !== null && (await isKeyOf(host, companyId, shown.key, shown.requestId))) return
  throw closed()
}

/** True where the key is the test company's own, or of the company that made it. */
export async function isKeyOf(
  host: AppContext,
  companyId: number,
  key: string,
  requestId: string,
): Promise<boolean> {
  const identity = await host.credentials.identify(key, requestId)
  if (!identity || identity.inCookie || identity.mustEnrol) return false
  return identity.companyId === companyId || identity.companyId === (await answeringCompany(host, companyId))
}
