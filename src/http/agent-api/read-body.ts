/** Bodies of GET requests, which HTTP libraries leave unread: some agent platforms send a tool's inputs there. */
import type { FastifyRequest } from "fastify"
import { Refusal } from "../../model/errors.ts"

const limitBytes = 65_536

/**
 * The fields of a JSON body; none without a body. What is no object comes as the field `body`, which every tool refuses by
 * its name, but after a session that is over. Throws `invalid_json` and `body_too_large`.
 */
export async function bodyFieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = request.method === "GET" ? await bodyOfGet(request) : request.body
  if (body === undefined || body === null) return {}
  if (typeof body !== "object" || Array.isArray(body)) return { body }
  return body as Record<string, unknown>
}

async function bodyOfGet({ raw, headers }: FastifyRequest): Promise<unknown> {
  const isSent = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
  if (!isSent) return undefined
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limitBytes) throw new Refusal("body_too_large")
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString("utf8")
  if (text.trim() === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal("invalid_json")
  }
}
