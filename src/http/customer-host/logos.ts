/** Companies' logos, served by us so that no customer's browser asks a third party. */
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { findLogo } from "../../store/companies.ts"

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
