/**
 * Identifies the caller of the company API: `Authorization: Bearer` with an API key or a signed-in user's session, or the
 * cookie of the staff console.
 */
import type { FastifyRequest } from "fastify"
import type { Role } from "../../../domain/model/actor.ts"
import { keyPrefixes } from "../../../domain/model/api-key.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { type Scope, scopeNeeded } from "../../../domain/model/scopes.ts"
import type { Identity } from "../../people/credentials.ts"
import { networkFamily } from "../../platform/budget/budget.ts"
import { familyOf } from "../../platform/budget/families.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AnyOperation } from "../../platform/operation.ts"
import { spendingBy } from "../../platform/spending.ts"
import { cookieTokenOf, isOfSession, refuseForeignPages } from "../console/cookie.ts"
import { innerCaller } from "../http/inner-calls.ts"
import type { Authenticate, Caller } from "../http/mount.ts"

const bearerPattern = /^Bearer +([\x21-\x7e]{10,200})$/i

/** The key or token that the request brings; null without one. */
export const bearerIn = (request: FastifyRequest): string | null =>
  bearerPattern.exec(request.headers.authorization ?? "")?.[1] ?? null

export function bearerOf(request: FastifyRequest): string {
  const bearer = bearerIn(request)
  if (bearer === null) throw new Refusal("unauthorized")
  return bearer
}

/** The sender of the request. Throws 401. */
export async function identified(
  context: AppContext,
  request: FastifyRequest,
  isUnattended = false,
): Promise<Identity> {
  const bearer = bearerOf(request)
  if (bearer.startsWith(keyPrefixes.publishable))
    throw new Refusal("unauthorized", {
      message: "A publishable key opens /api/v1/visitor and nothing else.",
    })
  const identity = await identify(context, request, bearer, isUnattended)
  if (!identity || identity.inCookie) throw new Refusal("unauthorized")
  if (identity.allows && !identity.allows(request.ip)) {
    throw new Refusal("unauthorized", { message: "This key is not allowed from this network address." })
  }
  return identity
}

/**
 * A credential that has to be looked up is at the expense of the network that sent it, until it proves to be one; from then on
 * at its company's, so that a crowd of strangers holds no known caller up.
 */
async function identify(
  context: AppContext,
  request: FastifyRequest,
  token: string,
  isUnattended: boolean,
): Promise<Identity | null> {
  const known = context.credentials.believed(token, isUnattended)
  if (known) return known
  const companyId = context.credentials.provenFor(token)
  const family = companyId === null ? networkFamily(request.ip) : await familyOf(context, companyId)
  const stay = await context.budget.enter(family)
  try {
    const identity = await spendingBy(stay.spending, () =>
      context.credentials.identify(token, request.id, isUnattended),
    )
    if (identity && companyId === null) stay.forgive()
    return identity
  } finally {
    stay.leave()
  }
}

/**
 * The staff member whose console sent the request. `X-Unattended: 1` says that the page reads changes by itself, without a
 * person's touch: such a request does not keep the session from ending. Throws 401, and 403 for a request that no page of
 * ours has made.
 */
export async function identifiedByCookie(
  context: AppContext,
  request: FastifyRequest,
  isUnattended = false,
): Promise<Identity> {
  const token = cookieTokenOf(request, context.baseUrl)
  if (token === null) throw new Refusal("unauthorized")
  refuseForeignPages(request, context.baseUrl)
  const isByItself = isUnattended || request.headers["x-unattended"] === "1"
  const identity = await identify(context, request, token, isByItself)
  if (!identity?.inCookie || !isOfSession(request, sessionOf(identity))) throw new Refusal("unauthorized")
  return identity
}

const sessionOf = ({ actor }: Identity) => (actor.kind === "admin_user" ? actor.sessionId : undefined)

export function companyAuthentication(context: AppContext): Authenticate {
  return async (request, operation, isUnattended) => {
    const isByBearer = request.headers.authorization !== undefined
    const identity =
      innerCaller(request) ??
      (await (isByBearer ? identified : identifiedByCookie)(context, request, isUnattended))
    if (identity.mustEnrol && !operation.forEnrolment) throw new Refusal("enrolment_needed")
    const caller = permit(operation, { companyId: identity.companyId, actor: identity.actor })
    refuseWithoutScope(identity, scopeOf(request.method, operation))
    return caller
  }
}

/** The scope that a key needs for the operation. */
export const scopeOf = (method: string, operation: Pick<AnyOperation, "noun" | "readsOnly">): Scope =>
  scopeNeeded(operation.noun, method === "GET" || method === "HEAD" || operation.readsOnly === true)

/** Refuses a key without the scope, which the refusal names. */
export function refuseWithoutScope({ scopes }: Identity, scope: Scope): void {
  if (!scopes || scopes.has(scope)) return
  throw new Refusal("scope_missing", { message: `This key lacks the scope ${scope}.`, details: { scope } })
}

export interface Permitted {
  keys: readonly Role[]
  /** The roles of people who sign in. */
  users: readonly Role[]
}

/** Both lists are empty for an operation that needs no credential. */
export function permittedRoles({
  roles,
  userRoles,
  seat,
}: Pick<AnyOperation, "roles" | "userRoles" | "seat">): Permitted {
  const users = (userRoles ?? roles).filter((role) => role !== "agent")
  return { keys: roles, users: seat === undefined ? users : [...users, "provider"] }
}

/** Refuses a role that the operation is not for. */
export function permit(operation: AnyOperation, caller: Caller): Caller {
  const { keys, users } = permittedRoles(operation)
  const { actor } = caller
  const isPermitted =
    (actor.kind === "api_key" && keys.includes(actor.role)) ||
    (actor.kind === "admin_user" && users.includes(actor.role))
  if (!isPermitted) throw new Refusal("forbidden")
  return caller
}
