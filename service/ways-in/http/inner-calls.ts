/**
 * Calls that another interface of this process makes of the company API for a caller it has identified itself. They take the same way
 * as all others: inputs, roles, scopes, budget, keys of repeats and answers are those of the API.
 */
import { randomBytes } from "node:crypto"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Identity } from "../../people/credentials.ts"

/** Callers by the word under which their one call is expected. */
const expected = new Map<string, Identity>()
const header = "x-inner-call"

export interface InnerCall {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** With its query, below the host. */
  url: string
  body?: object | undefined
  idempotencyKey?: string
}

export interface InnerAnswer {
  status: number
  body: { success: boolean; data?: unknown; error?: unknown; next_cursor?: string | null }
}

/** `of` is the outer request: its address and id stand for the inner one. */
export async function callInside(
  app: FastifyInstance,
  identity: Identity,
  of: FastifyRequest,
  { method, url, body, idempotencyKey }: InnerCall,
): Promise<InnerAnswer> {
  const word = randomBytes(32).toString("base64url")
  expected.set(word, identity)
  try {
    const answer = await app.inject({
      ...{ method, url, remoteAddress: of.ip },
      headers: { [header]: word, ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: answer.json() }
  } finally {
    expected.delete(word)
  }
}

/** The caller of an inner call; null for every other request. A word serves once. */
export function innerCaller({ headers }: FastifyRequest): Identity | null {
  const word = headers[header]
  if (typeof word !== "string") return null
  const identity = expected.get(word) ?? null
  expected.delete(word)
  return identity
}
