/** The documents of the API host: open to everybody, made once, not sent again to who has them. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { documentedMounts, openApiText } from "./generate.ts"
import { openApiOf } from "./openapi.ts"
import { docsPage } from "./page.ts"

interface Document {
  text: string
  type: string
  etag: string
}

const stylesPath = "/docs/docs.css"
const stylesFile = join(import.meta.dirname, "docs.css")
const contentPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountDocuments(app: FastifyInstance): void {
  const documents = new Map<string, Document>()
  serve("/openapi.json", "application/json; charset=utf-8", openApiText)
  serve(stylesPath, "text/css; charset=utf-8", () => readFileSync(stylesFile, "utf8"))
  serve("/docs", "text/html; charset=utf-8", () =>
    docsPage(openApiOf(documentedMounts, "/api/v1"), stylesPath),
  )

  function serve(path: string, type: string, make: () => string): void {
    app.get(path, async (request, reply) => {
      const known = documents.get(path) ?? documentOf(make(), type)
      documents.set(path, known)
      return sent(request, reply, known)
    })
  }
}

function documentOf(text: string, type: string): Document {
  return { text, type, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` }
}

function sent(request: FastifyRequest, reply: FastifyReply, { text, type, etag }: Document): FastifyReply {
  reply
    .header("etag", etag)
    .header("cache-control", "no-cache")
    .header("content-security-policy", contentPolicy)
    .header("referrer-policy", "no-referrer")
  const has = request.headers["if-none-match"]
    ?.split(/\s*,\s*/)
    .some((tag) => tag.replace(/^W\//, "") === etag)
  return has ? reply.code(304).send() : reply.type(type).send(text)
}
