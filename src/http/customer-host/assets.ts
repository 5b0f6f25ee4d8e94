/** Files that the customer host serves beside the built ones: companies' logos, and the script for other sites. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { findLogo } from "../../store/companies.ts"

/** Serves logos from this host, so that no customer's browser asks a third party. */
export function mountLogos(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { hash: string } }>("/assets/logo/:hash", async (request, reply) => {
    const logo = await findLogo(context.db, request.params.hash)
    if (!logo) throw new Refusal("route_not_found")
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type(logo.contentType)
      .send(logo.bytes)
  })
}

/** The address of the script never changes, so browsers keep it only briefly. */
const keptSeconds = 600
const placeholder = "{book_url}"

/** `/embed.js`: the script that other sites load to show our pages in theirs. Throws when the script is not built. */
export function mountEmbedScript(app: FastifyInstance, webRoot: string, bookUrl: string): void {
  const built = readFileSync(join(webRoot, "embed.js"), "utf8")
  if (!built.includes(placeholder)) throw new Error(`${webRoot}/embed.js lacks ${placeholder}`)
  // Sites may bundle or copy the script, so it cannot learn its host from its own address.
  const script = built.replaceAll(placeholder, bookUrl)
  const tag = `W/"${createHash("sha256").update(script).digest("base64url").slice(0, 22)}"`

  app.get("/embed.js", async (request, reply) => {
    reply
      .removeHeader("x-robots-tag")
      .header("cache-control", `public, max-age=${keptSeconds}`)
      .header("etag", tag)
      // Module scripts need CORS; sites with cross-origin isolation need the resource policy.
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
    if (request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send()
    return reply.type("text/javascript; charset=utf-8").send(script)
  })
}
