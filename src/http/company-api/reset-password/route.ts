/**
 * `/reset-password`: where a reset link leads. The token stands behind the #, so that neither this server nor a log on the
 * way sees it before it is used; the page takes it out of the address at once.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"

const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const files = [
  ["/reset-password", "index.html", "text/html"],
  ["/reset-password/page.css", "page.css", "text/css"],
  ["/reset-password/page.js", "page.js", "text/javascript"],
] as const

export function mountResetPasswordPage(app: FastifyInstance): void {
  for (const [path, file, type] of files) {
    const text = readFileSync(join(import.meta.dirname, file), "utf8")
    app.get(path, async (_request, reply) =>
      reply
        .header("cache-control", "no-store")
        .header("content-security-policy", contentPolicy)
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex")
        .type(`${type}; charset=utf-8`)
        .send(text),
    )
  }
}
