/** A public page has one address; what people make of it, in capitals or with a slash behind, leads there. */
import type { FastifyReply, FastifyRequest } from "fastify"
import { publicSlug } from "../../model/company.ts"
import { Refusal } from "../../model/errors.ts"

type PageRequest = FastifyRequest<{ Params: { slug: string } }>

/** 308 to the slug's own address, query and all, whether or not a page is there. Throws 404 for what can't be a slug. */
export function toOneAddress({ params, url }: PageRequest, reply: FastifyReply): FastifyReply {
  const slug = publicSlug.safeParse(params.slug.toLowerCase())
  if (!slug.success) throw new Refusal("route_not_found")
  const queryAt = url.indexOf("?")
  return reply.redirect(`/${slug.data}${queryAt < 0 ? "" : url.slice(queryAt)}`, 308)
}
