/** `/embed.js`: what sites name in their pages to show ours in them. Its address never changes, so it is kept briefly. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"

const keptSeconds = 600
const placeholder = "{book_url}"

/** Throws with what to do when the script is not built. */
export function mountEmbedScript(app: FastifyInstance, webRoot: string, bookUrl: string): void {
  const built = readFileSync(join(webRoot, "embed.js"), "utf8")
  if (!built.includes(placeholder)) throw new Error(`${webRoot}/embed.js lacks ${placeholder}`)
  // A script can't know where it came from wherever sites may put it, so it is told.
  const script = built.replaceAll(placeholder, bookUrl)
  const tag = `W/"${createHash("sha256").update(script).digest("base64url").slice(0, 22)}"`

  app.get("/embed.js", async (request, reply) => {
    reply
      .removeHeader("x-robots-tag")
      .header("cache-control", `public, max-age=${keptSeconds}`)
      .header("etag", tag)
      // As a module, and in sites that isolate themselves, a script loads only from who lets everybody have it.
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
    if (request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send()
    return reply.type("text/javascript; charset=utf-8").send(script)
  })
}
