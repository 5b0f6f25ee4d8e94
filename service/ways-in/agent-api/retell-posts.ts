/**
 * Retell's posts for one company, at an address of the company's own: its inbound webhook and its custom functions. A post counts
 * by Retell's signature, which the company's key at Retell makes, so it needs no key of ours and no relay. What it asks is
 * answered as at the agent API.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import { findRetellAccount, noteRetellPost, type RetellAccount } from "../../company/retell.sql.ts"
import { retellToken } from "../../company/set-retell-account.ts"
import { familyOf } from "../../platform/budget/families.ts"
import type { AppContext } from "../../platform/context.ts"
import { chargeTo, forgiveRequest } from "../http/budgets.ts"
import { parseJson } from "../http/read-json.ts"

/** Retell sends the whole call so far with each function. */
const bodyLimitBytes = 1_048_576
const longestAgeMs = 5 * msPerMinute

/** The company and the body of a post that Retell has signed. */
export interface RetellPost {
  companyId: number
  body: unknown
}

/** Keeps the bodies of the scope as they were sent, since their text is signed. */
export function readBodiesAsSent(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: bodyLimitBytes },
    async (_request: FastifyRequest, body: string) => body,
  )
}

/** Takes a post once. Throws `not_found` at an address of no company, and `forbidden` where Retell has not signed it now. */
export async function takeRetellPost(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RetellPost> {
  const { token } = request.params as { token: string }
  const companyId = companyOf(token)
  const account = companyId === null ? null : await findRetellAccount(context.db, companyId)
  if (companyId === null || account === null || !isSame(token, retellToken(companyId, account)))
    throw new Refusal("not_found")
  const now = context.clock.now()
  const text = typeof request.body === "string" ? request.body : ""
  const signature = genuine(request, text, keyOf(context, companyId, account), now)
  if (!(await noteRetellPost(context.db, companyId, signature, now)))
    throw new Refusal("forbidden", { message: "This post was taken before." })
  forgiveRequest(request)
  await chargeTo(context, await familyOf(context, companyId), request, reply)
  return { companyId, body: parseJson(text) }
}

function companyOf(token: string): number | null {
  const [, id] = /^([1-9]\d{0,14})-[\w-]{24}$/.exec(token) ?? []
  return id === undefined ? null : Number(id)
}

const keyOf = ({ sealer }: AppContext, companyId: number, { apiKeySealed }: RetellAccount): string =>
  sealer.open(apiKeySealed, associatedData.retell(companyId))

/** The signature of the post. Throws `forbidden` unless the key made it of this body, at most five minutes ago. */
function genuine({ headers }: FastifyRequest, body: string, key: string, now: number): Buffer {
  const given = headers["x-retell-signature"]
  const [, at = "", digest = ""] = /^v=(\d{1,15}),d=([\da-f]{64})$/.exec(String(given ?? "")) ?? []
  const expected = createHmac("sha256", key)
    .update(body + at)
    .digest("hex")
  if (!isSame(digest, expected))
    throw new Refusal("forbidden", { message: "The signature is missing or does not fit." })
  if (Math.abs(now - Number(at)) > longestAgeMs)
    throw new Refusal("forbidden", { message: "The signature is older than five minutes." })
  return Buffer.from(digest, "hex")
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
