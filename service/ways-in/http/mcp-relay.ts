/** The Model Context Protocol over our server: a scope that leaves bodies to the protocol, and its requests and answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { refusalOfJson } from "./read-json.ts"

/** Bodies stay texts, since the protocol judges them itself and answers in a form of its own. Call it in a scope of its own. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", { parseAs: "string" }, async (_request: FastifyRequest, text: string) => {
    const refusal = refusalOfJson(text)
    if (refusal) throw refusal
    return text
  })
}

/** The protocol's request at that path. It passes on no credentials. */
export function mcpRequest({ headers, body }: FastifyRequest, path: string): Request {
  const kept = Object.entries(headers).filter(
    ([name]) => name.startsWith("mcp-") || name === "content-type" || name === "accept",
  ) as [string, string][]
  return new Request(`http://localhost${path}`, {
    method: "POST",
    headers: kept,
    body: (body as string) ?? "",
  })
}

export async function relayMcp(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = answer.headers.get("content-type")
  if (type !== null) reply.type(type)
  return reply
    .code(answer.status)
    .header("cache-control", "no-store")
    .send(await answer.text())
}
