/**
 * Sends what is written while it is read: an export or a file. A part of it is made when the client has taken the one
 * before, so a slow reader holds a part and the place of its call, and no connection to the database.
 */
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import { spendingBy } from "../../platform/spending.ts"
import { spendingOf } from "./budgets.ts"

const partLength = 65_536

/** The payload for `reply.send`. One that is short is whole before its answer begins, so that a failure has its status. */
export async function writtenPayload(
  texts: AsyncIterable<string>,
  request: FastifyRequest,
): Promise<string | Readable> {
  if (request.method === "HEAD") return Readable.from([])
  const parts = inParts(texts)
  const first = await parts.next()
  if (first.done) return ""
  if (first.value.length < partLength) return first.value
  return Readable.from(charged(first.value, parts, request), { objectMode: false })
}

async function* inParts(texts: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let part = ""
  for await (const text of texts) {
    part += text
    if (part.length < partLength) continue
    yield part
    part = ""
  }
  if (part.length > 0) yield part
}

/** The client's socket asks for each part, in no request's name, so the request is named for what the part takes. */
async function* charged(
  first: string,
  parts: AsyncGenerator<string, undefined>,
  request: FastifyRequest,
): AsyncGenerator<string> {
  for (let part: string | undefined = first; part !== undefined; ) {
    yield part
    const spending = spendingOf(request)
    spending?.work()
    const next: IteratorResult<string, undefined> = await (spending
      ? spendingBy(spending, () => parts.next())
      : parts.next())
    spending?.rest()
    part = next.value
  }
}
